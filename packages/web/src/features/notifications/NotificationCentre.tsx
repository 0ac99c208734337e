import { Button } from '@mantine/core'
import { type Notification, notificationsApi } from '@rodada/contract/notifications/notifications'
import { IconSettings, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { addDays, type Day, today } from '../../lib/dates/days.ts'
import { format } from '../../lib/dates/format.ts'
import { AnchoredDialog } from '../../ui/dialog/AnchoredDialog.tsx'
import { IconButton } from '../../ui/page/IconButton.tsx'
import { MoreButton } from '../../ui/page/MoreButton.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'
import { listQuery, notificationsKey } from './api.ts'
import { byDay } from './by-day.ts'
import { Invitations } from './Invitations.tsx'
import { invitationsQuery } from './invitations-query.ts'
import classes from './NotificationCentre.module.css'
import { NotificationRow } from './NotificationRow.tsx'

/** What the person was told, by day, the newest first: beside the bell, on phones the whole screen. */
export function NotificationCentre({ anchor, onClose }: { anchor: Element | null; onClose: () => void }) {
  const list = useInfiniteQuery(listQuery)
  const { data: invitations } = useQuery(invitationsQuery)
  const shown = list.data?.pages.flat() ?? []
  const readAll = useReadAll()
  const hasUnread = shown.some(({ read_at }) => read_at === null)
  return (
    <AnchoredDialog label={t('notifications:title')} anchor={anchor} onClose={onClose} tall>
      <header className={classes.head}>
        <h2>{t('notifications:title')}</h2>
        <IconButton label={t('close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </header>
      <div className={classes.tools}>
        {shown.length > 0 && (
          <Button size="sm" variant="subtle" disabled={!hasUnread} onClick={() => void readAll(shown[0]?.id)}>
            {t('notifications:readAll')}
          </Button>
        )}
        <Link
          to="/settings"
          search={{ aba: 'notificacoes' }}
          onClick={onClose}
          aria-label={t('notifications:settings')}
          title={t('notifications:settings')}
        >
          <IconSettings size={18} stroke={1.75} aria-hidden />
        </Link>
      </div>
      <Invitations onFollow={onClose} />
      {list.isPending && <Bones />}
      {list.isError && !list.data && (
        <ErrorState level={3} title={t('notifications:failed')} text={list.error.message} onRetry={() => void list.refetch()} />
      )}
      {/* Where somebody waits for an answer, 'nothing' would not be so. */}
      {list.data && shown.length === 0 && invitations?.length === 0 && (
        <div className={classes.empty}>
          <EmptyState art="tasks" title={t('notifications:empty.title')} text={t('notifications:empty.text')} />
        </div>
      )}
      {byDay(shown).map(([day, notifications]) => (
        <DayGroup key={day} day={day} notifications={notifications} onFollow={onClose} />
      ))}
      <MoreButton query={list} />
    </AnchoredDialog>
  )
}

function DayGroup({ day, notifications, onFollow }: { day: Day; notifications: Notification[]; onFollow: () => void }) {
  const now = today()
  const name = day === now ? t('notifications:today') : day === addDays(now, -1) ? t('notifications:yesterday') : format.longDay(day)
  return (
    <section className={classes.day}>
      <h3>{name}</h3>
      <ul>
        {notifications.map((one) => (
          <NotificationRow key={one.id} notification={one} onFollow={onFollow} />
        ))}
      </ul>
    </section>
  )
}

const Bones = () => (
  <div className={classes.bones}>
    <SkeletonGroup>
      <Skeleton height="2.75rem" />
      <Skeleton height="2.75rem" />
      <Skeleton height="2.75rem" />
    </SkeletonGroup>
  </div>
)

/** Marks what is shown, and nothing that came since. */
function useReadAll() {
  const queryClient = useQueryClient()
  return async (newest: number | undefined) => {
    if (newest === undefined) return
    try {
      await call(notificationsApi.readAll, { body: { up_to: newest } })
      announce(t('notifications:allRead'))
    } catch (reason) {
      tellProblem(t('notifications:readAllFailed'), reason)
    }
    await queryClient.invalidateQueries({ queryKey: notificationsKey })
  }
}
