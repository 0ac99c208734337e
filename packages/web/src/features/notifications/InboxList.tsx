import { Button } from '@mantine/core'
import type { Notification } from '@rodada/contract/notifications/notifications'
import type { InboxFilter } from '@rodada/contract/notifications/settings'
import { IconChecks, IconSettings } from '@tabler/icons-react'
import { type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { Segment, Segments } from '../../ui/fields/Segments.tsx'
import { useFrameTools } from '../../ui/page/frame-tools.ts'
import { MoreButton } from '../../ui/page/MoreButton.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { countsQuery } from './api.ts'
import classes from './Inbox.module.css'
import { Invitations } from './Invitations.tsx'
import { filterOf, filterWords, type InboxSearch } from './inbox-search.ts'
import { invitationsQuery } from './invitations-query.ts'
import { NotificationRow } from './NotificationRow.tsx'
import type { InboxActions } from './use-inbox-actions.ts'

type Props = {
  list: UseInfiniteQueryResult<{ pages: Notification[][] }>
  shown: readonly Notification[]
  search: InboxSearch
  openId: number | null
  actions: InboxActions
}

/** The notifications that the address asks for, the newest first, with the filters over them. */
export function InboxList({ list, shown, search, openId, actions }: Props) {
  const filter = filterOf(search)
  const { data: counts } = useQuery(countsQuery)
  const { data: invitations } = useQuery(invitationsQuery)
  const tools = useFrameTools()
  const [newest] = shown
  const readsAll = filter === 'all' || filter === 'unread'
  return (
    <section className={classes.list} aria-label={t('notifications:title')}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h1>{t('notifications:title')}</h1>
          {readsAll && newest && (
            <Button
              size="sm"
              variant="subtle"
              leftSection={<IconChecks size={18} stroke={1.75} aria-hidden />}
              disabled={counts?.unread === 0}
              onClick={() => void actions.readAll(newest.id)}
            >
              <span className={classes.readAll}>{t('notifications:readAll')}</span>
            </Button>
          )}
          <Link
            to="/settings"
            search={{ aba: 'notificacoes' }}
            className={classes.settings}
            aria-label={t('notifications:settings')}
            title={t('notifications:settings')}
          >
            <IconSettings size={18} stroke={1.75} aria-hidden />
          </Link>
          {tools}
        </div>
        <Segments label={t('notifications:filters.label')}>
          {filterWords.map(([word, name]) => (
            <Segment
              key={word}
              to="/notificacoes"
              search={{ filtro: word === 'tudo' ? undefined : word }}
              current={name === filter}
              count={name === 'done' ? undefined : counts?.[name]}
            >
              {t(`notifications:filters.${name}`)}
            </Segment>
          ))}
        </Segments>
      </header>
      <div className={classes.rows}>
        {readsAll && <Invitations />}
        {list.isPending && <Bones />}
        {list.isError && !list.data && (
          <ErrorState level={2} title={t('notifications:failed')} text={list.error.message} onRetry={() => void list.refetch()} />
        )}
        {/* Where somebody waits for an answer, 'nothing' would not be so. */}
        {list.data && shown.length === 0 && !(readsAll && invitations?.length !== 0) && <Nothing filter={filter} />}
        <ul>
          {shown.map((one) => (
            <NotificationRow key={one.id} notification={one} isOpen={one.id === openId} filtro={search.filtro} actions={actions} />
          ))}
        </ul>
        <MoreButton query={list} />
      </div>
    </section>
  )
}

const Nothing = ({ filter }: { filter: InboxFilter }) => (
  <div className={classes.empty}>
    <EmptyState art="tasks" level={2} title={t(`notifications:nothing.${filter}.title`)} text={t(`notifications:nothing.${filter}.text`)} />
  </div>
)

const Bones = () => (
  <div className={classes.bones}>
    <SkeletonGroup>
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
    </SkeletonGroup>
  </div>
)
