import type { Notification } from '@rodada/contract/notifications/notifications'
import { IconCalendarDue, IconCheck, IconClockPause, IconTableImport, IconWebhook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { ChangedValue } from '../../ui/marks/ChangedValue.tsx'
import { IconButton } from '../../ui/page/IconButton.tsx'
import classes from './Inbox.module.css'
import type { InboxSearch } from './inbox-search.ts'
import { sentenceOf } from './sentence.ts'
import type { InboxActions } from './use-inbox-actions.ts'

/** Who caused a notification; for what comes by itself, what it is about. */
export function NotificationMark({ notification: { kind, actor, details } }: { notification: Notification }) {
  if (kind === 'webhook_off')
    return (
      <span className={classes.due}>
        <IconWebhook size={18} stroke={1.75} aria-hidden />
      </span>
    )
  if (details.import_id !== undefined)
    return (
      <span className={classes.due}>
        <IconTableImport size={18} stroke={1.75} aria-hidden />
      </span>
    )
  return kind === 'card_due' || kind === 'votes_missing' ? (
    <span className={classes.due}>
      <IconCalendarDue size={18} stroke={1.75} aria-hidden />
    </span>
  ) : (
    <Avatar name={actor?.name ?? t('notifications:someone')} avatar={actor?.avatar_url ?? null} size={32} off={actor === null} />
  )
}

/** What was said or changed, in its own words. */
export function NotificationContent({ notification: { details, count } }: { notification: Notification }) {
  const { excerpt, from, to, cards, change, reason } = details
  const shown = (value: string | undefined) => (value !== undefined && change === 'due' ? format.day(value) : value)
  if (excerpt) return <q>{excerpt}</q>
  if (reason) return <span className={classes.cards}>{reason}</span>
  if (count === 1 && (from !== undefined || to !== undefined)) return <ChangedValue from={shown(from)} to={shown(to)} />
  if (count > 1 && cards && cards.length > 0) return <span className={classes.cards}>{cards.join(' · ')}</span>
  return null
}

type RowProps = {
  notification: Notification
  filtro: InboxSearch['filtro']
  onFollow: () => void
  className: string | undefined
  'aria-current': 'true' | undefined
  'data-item': number
  'data-unread': true | undefined
  children: ReactNode
}

/** To the card beside the list or, for what is about no single card, directly to where it happened. */
function RowLink({ notification, filtro, onFollow, ...rest }: RowProps) {
  const { id, kind, card_id, estimation_id, sprint_id, board, details } = notification
  if (card_id !== null) return <Link to="/notificacoes" search={{ filtro, item: String(id) }} {...rest} />
  const shared = { onClick: onFollow, ...rest }
  if (estimation_id !== null) return <Link to="/estimativas/$estimationId" params={{ estimationId: String(estimation_id) }} {...shared} />
  if (sprint_id !== null) return <Link to="/sprint/$sprintId/report" params={{ sprintId: String(sprint_id) }} {...shared} />
  // Of what was brought one sees the board; of what was not, why.
  if (details.import_id !== undefined && kind !== 'import_done')
    return <Link to="/trazer" search={{ id: String(details.import_id) }} {...shared} />
  if (board === null) return <Link to="/notificacoes" search={{ filtro }} {...shared} />
  return <Link to="/board/$boardId" params={{ boardId: String(board.id) }} {...shared} />
}

type Props = { notification: Notification; isOpen: boolean; filtro: InboxSearch['filtro']; actions: InboxActions }

/** One notification of the list: what happened, the words themselves, where and when. */
export function NotificationRow({ notification, isOpen, filtro, actions }: Props) {
  const { id, board, card_key, created_at, read_at, snoozed_until, returned_at } = notification
  const { before, subject, after } = sentenceOf(notification)
  const where = [card_key, subject === board?.title ? null : board?.title].filter(Boolean).join(' · ')
  // What leads away has no pane of its own in which one could put it aside.
  const leadsAway = notification.card_id === null && notification.done_at === null
  return (
    <li className={classes.item}>
      <RowLink
        notification={notification}
        filtro={filtro}
        onFollow={() => read_at === null && actions.read(notification)}
        className={classes.row}
        aria-current={isOpen ? 'true' : undefined}
        data-item={id}
        data-unread={read_at === null || undefined}
      >
        <NotificationMark notification={notification} />
        <span className={classes.words}>
          <span className={classes.sentence}>
            {read_at === null && <span className="sr-only">{t('notifications:unread')}: </span>}
            {before}
            <b>{subject}</b>
            {after}
          </span>
          <NotificationContent notification={notification} />
          <span className={classes.where}>
            {where && `${where} · `}
            <time dateTime={created_at} title={format.dateTime(created_at)}>
              {format.ago(created_at)}
            </time>
            {(snoozed_until ?? returned_at) && (
              <span className={classes.snoozed}>
                <IconClockPause size={14} stroke={1.75} aria-hidden />
                {snoozed_until
                  ? t('notifications:comesBack', { when: format.dateTime(snoozed_until) })
                  : t('notifications:cameBack', { when: format.agoSaid(returned_at ?? '') })}
              </span>
            )}
          </span>
        </span>
        {read_at === null && <span className={classes.dot} aria-hidden="true" />}
      </RowLink>
      {leadsAway && (
        <IconButton
          label={t('notifications:doneOf', { what: subject })}
          className={classes.aside}
          onClick={() => void actions.done(notification)}
        >
          <IconCheck size={18} stroke={1.75} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
