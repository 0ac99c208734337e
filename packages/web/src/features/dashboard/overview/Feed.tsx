import type { DashboardStats } from '@rodada/contract/instance/dashboard'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { activitySentence } from '../../../lib/text/activity-sentence.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import classes from './Feed.module.css'
import { gatherActivity } from './gather-activity.ts'

type Activity = DashboardStats['recentActivity'][number]

const shownActivity = 8

/** What happened on the boards that one sees, the newest first; each leads to its card or board. */
export function Feed({ activity }: { activity: Activity[] | undefined }) {
  const me = readUserData()?.id ?? 0
  return (
    <Panel title={t('dashboard:feed.title')}>
      {!activity && (
        <SkeletonGroup>
          <Skeleton height="2.25rem" />
          <Skeleton height="2.25rem" />
          <Skeleton height="2.25rem" />
        </SkeletonGroup>
      )}
      {activity?.length === 0 && <p className={classes.none}>{t('dashboard:feed.none')}</p>}
      {activity && activity.length > 0 && (
        <ul className={classes.feed}>
          {gatherActivity(activity)
            .slice(0, shownActivity)
            .map((each) => (
              <Happened key={each.id} activity={each} me={me} />
            ))}
        </ul>
      )}
    </Panel>
  )
}

function Happened({ activity, me }: { activity: Activity; me: number }) {
  const { action: kind, task, to, board_id, card_id, user, by_program, time } = activity
  const { before, subject, after } = activitySentence({ kind, subject: task, to, user, by_program }, me)
  // What was deleted has no card to open any more; its board still tells.
  const card = card_id !== null && kind !== 'card.deleted' ? String(card_id) : undefined
  return (
    <li>
      <Avatar name={user?.name ?? t('activity:someone')} avatar={user?.avatar_url} size="xs" off={user === null} />
      <Link to="/board/$boardId" params={{ boardId: String(board_id) }} search={card ? { card } : {}}>
        {before}
        <b>{subject}</b>
        {after}
      </Link>
      <time dateTime={time} title={format.dateTime(time)}>
        {format.ago(time)}
      </time>
    </li>
  )
}
