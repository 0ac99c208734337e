import type { Label } from '@rodada/contract/boards/boards'
import type { CardChange } from '@rodada/contract/cards/cards'
import type { PersonSummary } from '@rodada/contract/core/fields'
import {
  IconAlignLeft,
  IconBarrierBlock,
  IconBrandGithub,
  IconCircleCheck,
  IconClock,
  IconHourglassEmpty,
  IconMessageCircle,
  IconPaperclip,
  IconRepeat,
  IconSubtask,
} from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { dueState } from '../../lib/dates/due.ts'
import { format } from '../../lib/dates/format.ts'
import { isHeldUp } from '../cards/held-up.ts'
import { idleDays } from '../cards/idle.ts'
import { Avatar } from '../marks/Avatar.tsx'
import { PriorityMark } from '../marks/PriorityMark.tsx'
import classes from './CardFace.module.css'
import { othersOn, StackedFaces } from './StackedFaces.tsx'

/** What of a card its list shows. */
export type FaceCard = Omit<
  CardChange,
  'id' | 'list_id' | 'rank' | 'label_ids' | 'start_date' | 'participant_ids' | 'fields' | 'cover_file_id'
>

type Props = {
  card: FaceCard
  labels: readonly Pick<Label, 'id' | 'name' | 'color'>[]
  participants: readonly PersonSummary[]
  /** The picture above everything, of a height of its own. */
  cover?: ReactNode
  children?: ReactNode
}

/** A card as its list shows it: labels, title, and the facts that decide what to do next, with what only its own board shows between them. The title is read first. */
export function CardFace({ card, labels, participants, cover, children }: Props) {
  const isDone = card.status === 'concluida' || card.status === 'cancelada'
  return (
    <div className={classes.card} data-done={isDone || undefined}>
      {cover && <div className={classes.cover}>{cover}</div>}
      <h3>{card.title}</h3>
      {labels.length > 0 && (
        <div className={classes.labels}>
          {labels.map(({ id, name, color }) => (
            <span key={id} className={classes.label} style={{ '--c': color } as CSSProperties}>
              {name}
            </span>
          ))}
        </div>
      )}
      {children}
      <Facts card={card} participants={participants} isDone={isDone} />
    </div>
  )
}

function Facts({ card, participants, isDone }: Pick<Props, 'card' | 'participants'> & { isDone: boolean }) {
  const { checklist_done: done, checklist_total: total } = card
  // Whether something hangs on it as a link or as a file is the card's own business.
  const attached = card.attachment_count + card.file_count
  return (
    <div className={classes.facts}>
      {card.key !== '' && <span>{card.key}</span>}
      {!isDone && card.priority !== 'medium' && card.priority !== 'none' && <PriorityMark priority={card.priority} />}
      {card.estimate !== null && <Points points={card.estimate} />}
      {card.due_date !== null && <Due due={card.due_date} status={card.status} />}
      {card.recurs && <Recurs />}
      {isHeldUp(card) && (
        <Fact label={t('kanban:face.blocked')} className={classes.blocked}>
          <IconBarrierBlock size={15} stroke={1.75} aria-hidden />
        </Fact>
      )}
      <Idle card={card} />
      {card.has_description && (
        <Fact label={t('kanban:face.description')}>
          <IconAlignLeft size={15} stroke={1.75} aria-hidden />
        </Fact>
      )}
      {total > 0 && (
        <Fact label={t('kanban:face.checklist', { done, count: total })}>
          <span className={classes.bar} data-full={done === total || undefined}>
            <i style={{ width: `${(done / total) * 100}%` }} />
          </span>
          <span aria-hidden="true">
            {done}/{total}
          </span>
        </Fact>
      )}
      {card.subcards_total > 0 && (
        <Fact label={t('kanban:face.subcards', { done: card.subcards_done, count: card.subcards_total })}>
          <IconSubtask size={15} stroke={1.75} aria-hidden />
          <span aria-hidden="true">
            {card.subcards_done}/{card.subcards_total}
          </span>
        </Fact>
      )}
      {card.comment_count > 0 && (
        <Fact label={t('kanban:face.comments', { count: card.comment_count })}>
          <IconMessageCircle size={15} stroke={1.75} aria-hidden />
          <span aria-hidden="true">{card.comment_count}</span>
        </Fact>
      )}
      {attached > 0 && (
        <Fact label={t('kanban:face.attachments', { count: attached })}>
          <IconPaperclip size={15} stroke={1.75} aria-hidden />
          <span aria-hidden="true">{attached}</span>
        </Fact>
      )}
      {card.github_state && (
        <span className={classes.github} data-state={card.github_state}>
          <Fact label={t(`kanban:face.github.${card.github_state}`)}>
            <IconBrandGithub size={15} stroke={1.75} aria-hidden />
          </Fact>
        </span>
      )}
      <People assigned={card.assigned_user} others={othersOn(participants, card.assigned_user)} />
    </div>
  )
}

/** That nobody moved work for long, quietly: it may well wait for a reason. */
export function Idle({ card }: { card: Pick<FaceCard, 'moved_at' | 'status'> }) {
  const days = idleDays(card)
  if (days === null) return null
  return (
    <Fact label={t('kanban:face.idle', { count: days })}>
      <IconHourglassEmpty size={15} stroke={1.75} aria-hidden />
      <span aria-hidden="true">{t('kanban:face.days', { count: days })}</span>
    </Fact>
  )
}

/** Faces of a card; the others are counted. */
const drawnFaces = 3

/** The one who answers for the card, and those who take part. */
export function People({
  assigned,
  others,
  most = drawnFaces,
}: {
  assigned: FaceCard['assigned_user']
  others: readonly PersonSummary[]
  most?: number
}) {
  if (!assigned && others.length === 0) return null
  return (
    <span className={classes.who}>
      {assigned && (
        <Avatar name={assigned.name} avatar={assigned.avatar_url} size="xs" label={t('kanban:face.assignee', { name: assigned.name })} />
      )}
      <StackedFaces people={others} most={most - (assigned ? 1 : 0)} behind={assigned !== null} />
    </span>
  )
}

/** A short sign and what it means, for those who hear it and those who wonder. */
function Fact({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <span className={[classes.fact, className].filter(Boolean).join(' ')} title={label}>
      <span className="sr-only">{label}</span>
      {children}
    </span>
  )
}

/** The card comes again. */
export const Recurs = () => (
  <Fact label={t('kanban:face.recurs')}>
    <IconRepeat size={15} stroke={1.75} aria-hidden />
  </Fact>
)

/** An estimate looks like a small playing card. */
export function Points({ points }: { points: number }) {
  const label = format.points(points)
  return (
    <span className={classes.points} title={label}>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{format.number(points)}</span>
    </span>
  )
}

const dueTexts = {
  done: 'kanban:face.dueDone',
  late: 'kanban:face.dueLate',
  today: 'kanban:face.dueSoon',
  soon: 'kanban:face.dueSoon',
  later: 'kanban:face.due',
} as const

export function Due({ due, status }: { due: string; status: FaceCard['status'] }) {
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
