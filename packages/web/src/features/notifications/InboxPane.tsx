import { Button } from '@mantine/core'
import type { Notification } from '@rodada/contract/notifications/notifications'
import { IconArrowBackUp, IconArrowLeft, IconArrowRight, IconCheck, IconMail } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { IconButton } from '../../ui/page/IconButton.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import classes from './Inbox.module.css'
import { NotificationContent, NotificationMark } from './NotificationRow.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { sentenceOf } from './sentence.ts'

export type CardPlace = { boardId: number; cardId: number; onClose: () => void }

type Props = {
  one: Notification
  isNarrow: boolean
  snoozing: boolean
  onSnoozing: (open: boolean) => void
  onSnooze: (until: string) => void
  onDone: () => void
  onOpenAgain: () => void
  onToggleRead: () => void
  onClose: () => void
  renderCard: (place: CardPlace) => ReactNode
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The open notification: what one does with it, and the card it is about. */
export function InboxPane({ one, isNarrow, snoozing, onSnoozing, renderCard, ...act }: Props) {
  const { board, card_id, card_key, read_at, done_at } = one
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isNarrow) section.current?.focus()
  }, [isNarrow])
  return (
    <section ref={section} tabIndex={-1} className={classes.pane} aria-label={t('notifications:open')} data-inbox-pane>
      <header className={classes.bar}>
        {isNarrow && (
          <IconButton label={t('notifications:back')} onClick={act.onClose}>
            <IconArrowLeft {...icon} />
          </IconButton>
        )}
        <span className={classes.crumb}>
          {card_key && <b>{card_key}</b>} {board?.title}
        </span>
        <IconButton label={t(read_at === null ? 'notifications:markRead' : 'notifications:markUnread')} onClick={act.onToggleRead}>
          <IconMail {...icon} />
        </IconButton>
        {done_at === null ? (
          <Button size="sm" variant="subtle" leftSection={<IconCheck {...icon} />} onClick={act.onDone} aria-keyshortcuts="E">
            {t('notifications:done')}
          </Button>
        ) : (
          <Button size="sm" variant="subtle" leftSection={<IconArrowBackUp {...icon} />} onClick={act.onOpenAgain} aria-keyshortcuts="E">
            {t('notifications:openAgain')}
          </Button>
        )}
        {one.snoozed_until === null ? (
          <SnoozeMenu opened={snoozing} onChange={onSnoozing} onPick={act.onSnooze} />
        ) : (
          <Button size="sm" variant="subtle" onClick={act.onOpenAgain}>
            {t('notifications:backNow')}
          </Button>
        )}
        <Follow one={one} />
      </header>
      {card_id === null || board === null ? (
        <Told one={one} />
      ) : (
        <div className={classes.card}>{renderCard({ boardId: board.id, cardId: card_id, onClose: act.onClose })}</div>
      )}
    </section>
  )
}

/** The way to what a notification is about. */
function Follow({ one: { kind, estimation_id, sprint_id, card_id, board, details } }: { one: Notification }) {
  const shared = { size: 'sm', leftSection: <IconArrowRight {...icon} />, children: t('notifications:follow') } as const
  if (estimation_id !== null)
    return <LinkButton to="/estimativas/$estimationId" params={{ estimationId: String(estimation_id) }} {...shared} />
  if (sprint_id !== null && card_id === null)
    return <LinkButton to="/sprint/$sprintId/report" params={{ sprintId: String(sprint_id) }} {...shared} />
  if (details.import_id !== undefined && kind !== 'import_done')
    return <LinkButton to="/trazer" search={{ id: String(details.import_id) }} {...shared} />
  if (board === null) return null
  const search = card_id === null ? {} : { card: String(card_id) }
  return <LinkButton to="/board/$boardId" params={{ boardId: String(board.id) }} search={search} {...shared} />
}

/** What is about no single card. */
function Told({ one }: { one: Notification }) {
  const { before, subject, after } = sentenceOf(one)
  return (
    <div className={classes.told}>
      <NotificationMark notification={one} />
      <div className={classes.words}>
        <h2 className={classes.sentence}>
          {before}
          <b>{subject}</b>
          {after}
        </h2>
        <NotificationContent notification={one} />
        <span className={classes.where}>{format.dateTime(one.created_at)}</span>
      </div>
    </div>
  )
}
