import type { PastRound } from '@rodada/contract/rooms/rooms'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { storyKey } from '../record/story-key.ts'
import { useRoom } from '../session/room-context.ts'
import { mayReadRecord } from '../session/room-selectors.ts'
import { cardName } from '../table/card-name.ts'
import classes from './PastRounds.module.css'

const RecordDialog = lazyPart(async () => (await import('../record/RecordDialog.tsx')).RecordDialog, { texts: ['record'] })

/** The stories before this round, the latest first, each as its last round left it; from here to the whole record. */
export function PastRounds() {
  const past = useRoom((state) => state.past)
  const current = useRoom((state) => state.room?.round)
  const code = useRoom((state) => state.room?.roomId)
  const mayRead = useRoom(mayReadRecord)
  const [open, setOpen] = useState(false)
  const earlier = past.filter(({ round }) => round !== current)
  const stories = new Map<string, PastRound>()
  for (const round of earlier) {
    const key = storyKey({ round: round.round, task: round.title === null ? null : { title: round.title, task_id: round.task_id } })
    const later = stories.get(key)
    // An estimate stays a story's own when it is voted on again and nothing is saved.
    stories.set(key, later ? { ...later, saved: later.saved ?? round.saved } : round)
  }
  if (stories.size === 0 && !mayRead) return null
  return (
    <section className={classes.past}>
      <div className={classes.head}>
        <h3>{t('result:past')}</h3>
        {mayRead && (
          <button type="button" onClick={() => setOpen(true)}>
            {t('result:record')}
          </button>
        )}
      </div>
      <ul>
        {[...stories.values()].map((round) => (
          <PastItem key={round.round} round={round} />
        ))}
      </ul>
      {open && code && <RecordDialog code={code} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** A past story: the points that its card has now or, for a typed title without a card, what the table agreed on. Without either an empty card. */
function PastItem({ round: { round, title, task_id, agreed, agreedCard, saved } }: { round: PastRound }) {
  const lost = task_id !== null && saved === null && agreed !== null
  const face = task_id === null ? agreedCard : (saved ?? agreed) === null ? null : String(saved ?? agreed)
  return (
    <li>
      <span className={classes.pastTitle} title={title ?? undefined}>
        {title ?? t('result:round', { round })}
      </span>
      {lost && (
        <span className={classes.lost} aria-hidden="true">
          {t('result:notSaved')}
        </span>
      )}
      <span className={classes.points} data-lost={lost || undefined} aria-hidden={lost || face === null || undefined}>
        {face === null ? '' : Number.isNaN(Number(face)) ? cardName(face) : format.number(Number(face))}
      </span>
      {lost && <span className="sr-only">{t('result:agreedOnly', { points: format.points(agreed) })}</span>}
      {face === null && <span className="sr-only">{t('result:noEstimate')}</span>}
    </li>
  )
}
