import type { Label } from '@rodada/contract/boards/boards'
import type { PersonSummary } from '@rodada/contract/core/fields'
import type { CSSProperties, ReactNode } from 'react'
import { PriorityMark } from '../marks/PriorityMark.tsx'
import { Due, type FaceCard, Idle, People, Points, Recurs } from './CardFace.tsx'
import classes from './DenseFace.module.css'
import { othersOn } from './StackedFaces.tsx'

type Props = {
  card: FaceCard
  labels: readonly Pick<Label, 'id' | 'name' | 'color'>[]
  /** Where the lane says who it is, nobody is shown twice. */
  showsPerson: boolean
  participants: readonly PersonSummary[]
  /** What only its own board shows, behind everything else. */
  children?: ReactNode
}

/** Faces of a card in one line. */
const drawnFaces = 2

/** A card in one line of title and one of what decides: key, priority, date, labels as dots; points at the right. */
export function DenseFace({ card, labels, showsPerson, participants, children }: Props) {
  const isDone = card.status === 'concluida' || card.status === 'cancelada'
  return (
    <div className={classes.card} data-done={isDone || undefined} title={card.title}>
      <h3>{card.title}</h3>
      <div className={classes.facts}>
        {card.key !== '' && <span>{card.key}</span>}
        {!isDone && card.priority !== 'medium' && card.priority !== 'none' && <PriorityMark priority={card.priority} />}
        {card.due_date !== null && <Due due={card.due_date} status={card.status} />}
        <Idle card={card} />
        {card.recurs && <Recurs />}
        {labels.map(({ id, name, color }) => (
          <span key={id} className={classes.dot} style={{ '--c': color } as CSSProperties} title={name}>
            <span className="sr-only">{name}</span>
          </span>
        ))}
        {children}
      </div>
      <div className={classes.end}>
        <People assigned={showsPerson ? card.assigned_user : null} others={othersOn(participants, card.assigned_user)} most={drawnFaces} />
        {card.estimate !== null && <Points points={card.estimate} />}
      </div>
    </div>
  )
}
