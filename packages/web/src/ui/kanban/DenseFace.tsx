import type { Label } from '@rodada/contract/boards/boards'
import type { CSSProperties } from 'react'
import { t } from '../../i18n/index.ts'
import { Avatar } from '../marks/Avatar.tsx'
import { PriorityMark } from '../marks/PriorityMark.tsx'
import { Due, type FaceCard, Points } from './CardFace.tsx'
import classes from './DenseFace.module.css'

type Props = {
  card: FaceCard
  labels: readonly Pick<Label, 'id' | 'name' | 'color'>[]
  /** Where the lane says who it is, nobody is shown twice. */
  showsPerson: boolean
}

/** A card in one line of title and one of what decides: key, priority, date, labels as dots; points at the right. */
export function DenseFace({ card, labels, showsPerson }: Props) {
  const isDone = card.status === 'concluida' || card.status === 'cancelada'
  return (
    <div className={classes.card} data-done={isDone || undefined} title={card.title}>
      <h3>{card.title}</h3>
      <div className={classes.facts}>
        {card.key !== '' && <span>{card.key}</span>}
        {!isDone && card.priority !== 'medium' && card.priority !== 'none' && <PriorityMark priority={card.priority} />}
        {card.due_date !== null && <Due due={card.due_date} status={card.status} />}
        {labels.map(({ id, name, color }) => (
          <span key={id} className={classes.dot} style={{ '--c': color } as CSSProperties} title={name}>
            <span className="sr-only">{name}</span>
          </span>
        ))}
      </div>
      <div className={classes.end}>
        {showsPerson && card.assigned_user && (
          <Avatar
            name={card.assigned_user.name}
            avatar={card.assigned_user.avatar_url}
            size="xs"
            label={t('kanban:face.assignee', { name: card.assigned_user.name })}
          />
        )}
        {card.estimate !== null && <Points points={card.estimate} />}
      </div>
    </div>
  )
}
