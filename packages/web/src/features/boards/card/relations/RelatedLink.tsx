import type { RelatedCard } from '@rodada/contract/cards/relations'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { card: RelatedCard; className?: string | undefined; children: ReactNode }

/** Leads to a related card, on its board. */
export const RelatedLink = ({ card, className, children }: Props) => (
  <Link to="/board/$boardId" params={{ boardId: String(card.board_id) }} search={{ card: String(card.id) }} className={className}>
    {children}
  </Link>
)
