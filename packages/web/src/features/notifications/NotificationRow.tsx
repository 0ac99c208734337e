import { type Notification, notificationsApi } from '@rodada/contract/notifications/notifications'
import { IconCalendarDue } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { notificationsKey } from './api.ts'
import classes from './NotificationCentre.module.css'
import { sentenceOf } from './sentence.ts'

/** One notification: what happened, where and when. It leads there, and is read by being followed. */
export function NotificationRow({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { id, kind, actor, board, card_id, sprint_id, estimation_id, details, created_at, read_at } = notification
  const queryClient = useQueryClient()
  const { before, subject, after } = sentenceOf(notification)
  const follow = () => {
    onFollow()
    if (read_at !== null) return
    // Unmarked for lack of a network, it simply stays unread.
    call(notificationsApi.read, { params: { notificationId: id } })
      .then(() => queryClient.invalidateQueries({ queryKey: notificationsKey }))
      .catch(() => undefined)
  }
  const words = (
    <>
      {kind === 'card_due' || kind === 'votes_missing' ? (
        <span className={classes.due}>
          <IconCalendarDue size={18} stroke={1.75} aria-hidden />
        </span>
      ) : (
        <Avatar name={actor?.name ?? t('notifications:someone')} avatar={actor?.avatar_url ?? null} size={32} off={actor === null} />
      )}
      <span className={classes.words}>
        <span className={classes.sentence}>
          {read_at === null && <span className="sr-only">{t('notifications:unread')}: </span>}
          {before}
          <b>{subject}</b>
          {after}
        </span>
        {details.excerpt && <q>{details.excerpt}</q>}
        <span className={classes.where}>
          {subject !== board.title && `${board.title} · `}
          <time dateTime={created_at} title={format.dateTime(created_at)}>
            {format.ago(created_at)}
          </time>
        </span>
      </span>
      {read_at === null && <span className={classes.dot} aria-hidden="true" />}
    </>
  )
  const shared = { className: classes.row, onClick: follow, 'data-unread': read_at === null || undefined }
  return (
    <li>
      {estimation_id !== null ? (
        <Link to="/estimativas/$estimationId" params={{ estimationId: String(estimation_id) }} {...shared}>
          {words}
        </Link>
      ) : sprint_id !== null && card_id === null ? (
        <Link to="/sprint/$sprintId/report" params={{ sprintId: String(sprint_id) }} {...shared}>
          {words}
        </Link>
      ) : (
        <Link
          to="/board/$boardId"
          params={{ boardId: String(board.id) }}
          search={card_id === null ? {} : { card: String(card_id) }}
          {...shared}
        >
          {words}
        </Link>
      )}
    </li>
  )
}
