import type { CardChange } from '@rodada/contract/cards'
import { IconAlignLeft, IconCircleCheck, IconClock, IconMessageCircle } from '@tabler/icons-react'
import { type CSSProperties, memo } from 'react'
import { t } from '../../i18n/index.ts'
import { dueState } from '../../lib/due.ts'
import { format } from '../../lib/format.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { PriorityMark } from '../../ui/PriorityMark.tsx'
import { useBoardPart } from './board-session.ts'
import classes from './CardFace.module.css'

const noLabels: never[] = []

/** A card as its list shows it: labels, title, and the facts that decide what to do next. The title is read first. */
export const CardFace = memo(function CardFace({ cardId }: { cardId: number }) {
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  if (!card) return null
  const isDone = card.status === 'concluida' || card.status === 'cancelada'
  return (
    <div className={classes.card} data-done={isDone || undefined}>
      <h3>{card.title}</h3>
      {card.label_ids.length > 0 && <Labels ids={card.label_ids} />}
      <Facts card={card} isDone={isDone} />
    </div>
  )
})

function Labels({ ids }: { ids: readonly number[] }) {
  const all = useBoardPart(({ frame }) => frame.labels, noLabels)
  const labels = all.filter(({ id }) => ids.includes(id))
  if (labels.length === 0) return null
  return (
    <div className={classes.labels}>
      {labels.map(({ id, name, color }) => (
        <span key={id} className={classes.label} style={{ '--c': color } as CSSProperties}>
          {name}
        </span>
      ))}
    </div>
  )
}

function Facts({ card, isDone }: { card: CardChange; isDone: boolean }) {
  const { checklist_done: done, checklist_total: total } = card
  return (
    <div className={classes.facts}>
      {!isDone && <PriorityMark priority={card.priority} />}
      {card.estimate !== null && <Points points={card.estimate} />}
      {card.due_date !== null && <Due due={card.due_date} status={card.status} />}
      {card.has_description && (
        <Fact label={t('boards:card.description')}>
          <IconAlignLeft size={15} stroke={1.75} aria-hidden />
        </Fact>
      )}
      {total > 0 && (
        <Fact label={t('boards:card.checklist', { done, total })}>
          <span className={classes.bar} data-full={done === total || undefined}>
            <i style={{ width: `${(done / total) * 100}%` }} />
          </span>
          <span aria-hidden="true">
            {done}/{total}
          </span>
        </Fact>
      )}
      {card.comment_count > 0 && (
        <Fact label={t('boards:card.comments', { count: card.comment_count })}>
          <IconMessageCircle size={15} stroke={1.75} aria-hidden />
          <span aria-hidden="true">{card.comment_count}</span>
        </Fact>
      )}
      {card.assigned_user && (
        <Avatar
          className={classes.who}
          name={card.assigned_user.name}
          avatar={card.assigned_user.avatar_url}
          size="xs"
          label={t('boards:card.assignee', { name: card.assigned_user.name })}
        />
      )}
    </div>
  )
}

/** A short sign and what it means, for those who hear it and those who wonder. */
function Fact({ label, children, className }: { label: string; children: React.ReactNode; className?: string }) {
  return (
    <span className={[classes.fact, className].filter(Boolean).join(' ')} title={label}>
      <span className="sr-only">{label}</span>
      {children}
    </span>
  )
}

/** An estimate looks like a small playing card. */
function Points({ points }: { points: number }) {
  const label = t('boards:card.points', { count: points })
  return (
    <span className={classes.points} title={label}>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{format.number(points)}</span>
    </span>
  )
}

const dueTexts = {
  done: 'boards:card.dueDone',
  late: 'boards:card.dueLate',
  today: 'boards:card.dueSoon',
  soon: 'boards:card.dueSoon',
  later: 'boards:card.due',
} as const

function Due({ due, status }: { due: string; status: CardChange['status'] }) {
  const { state } = dueState(due, status)
  const date = format.day(due)
  const Icon = state === 'done' ? IconCircleCheck : IconClock
  return (
    <span className={classes.due} data-due={state} title={t(dueTexts[state], { date })}>
      <Icon size={15} stroke={1.75} aria-hidden />
      <span className="sr-only">{t(dueTexts[state], { date })}</span>
      <span aria-hidden="true">{date}</span>
    </span>
  )
}
