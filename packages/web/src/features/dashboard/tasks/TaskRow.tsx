import type { CardHit } from '@rodada/contract/cards/cards'
import { IconBan, IconCircleCheck, IconCircleDashed, IconCircleX, IconProgress } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import { readDue } from '../../../lib/dates/near.ts'
import { CardKey } from '../../../ui/marks/CardKey.tsx'
import { Marked } from '../../../ui/marks/Marked.tsx'
import { PriorityMark } from '../../../ui/marks/PriorityMark.tsx'
import shared from '../../../ui/page/CardRow.module.css'
import classes from './TaskRow.module.css'

const icons = {
  pendente: IconCircleDashed,
  em_andamento: IconProgress,
  concluida: IconCircleCheck,
  impedimento: IconBan,
  cancelada: IconCircleX,
}

type Props = {
  card: CardHit
  /** Stands before the title instead of the sign of its status. */
  lead?: ReactNode
  /** What was searched for, to be marked in the title. */
  query?: string
}

/** A card outside its board: leads to it there. */
export function TaskRow({ card, lead, query = '' }: Props) {
  const Icon = icons[card.status]
  const due = card.due_date && card.status !== 'concluida' && card.status !== 'cancelada' ? readDue(card.due_date) : null
  return (
    <li className={`${shared.row} ${classes.row}`} data-status={card.status}>
      {lead ?? (
        <span className={classes.status} role="img" aria-label={t(`status.${card.status}`)} title={t(`status.${card.status}`)}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </span>
      )}
      <Link to="/board/$boardId" params={{ boardId: String(card.board_id) }} search={{ card: String(card.id) }} className={shared.link}>
        <span className={`${shared.title} ${classes.title}`}>
          <CardKey text={card.key} />
          <Marked text={card.title} query={query} />
        </span>
        <span className={shared.where}>
          {card.board_title}, {card.list_title}
        </span>
      </Link>
      <PriorityMark priority={card.priority} />
      {due && (
        <span className={classes.due} data-tone={due.tone}>
          <span className="sr-only">{t('work:near.label', { when: '' })}</span>
          {due.text}
        </span>
      )}
    </li>
  )
}
