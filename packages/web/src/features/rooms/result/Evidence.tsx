import { referencesApi } from '@rodada/contract/cards/references'
import { pointsOf } from '@rodada/contract/rooms/faces'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { hasSession } from '../../../lib/call/session.ts'
import { focusIfLost } from '../../../ui/focus/focus-if-lost.ts'
import { ReferenceRow } from '../../../ui/references/ReferenceRow.tsx'
import { Took } from '../../../ui/references/Took.tsx'
import { useReferences } from '../../../ui/references/use-references.ts'
import { useRoom } from '../session/room-context.ts'
import { deckOf } from '../session/room-selectors.ts'
import type { Reveal } from '../session/room-state.ts'
import { useTaskCards } from '../tasks/use-task-cards.ts'
import classes from './Evidence.module.css'
import { examplesOf } from './examples.ts'

/** With fewer rounds, how one's own votes compare is chance. */
const fewestRounds = 5

type Remembered = ReturnType<typeof useRemembered>

/** What the board of the card on the table remembers of the values that were voted; null for people who do not see the card. */
function useRemembered(reveal: Reveal | null) {
  const task = useRoom((state) => state.selectedTask)
  const deck = useRoom(deckOf)
  const card = useTaskCards().get(task?.task_id ?? 0)
  const references = useReferences(card?.card_id)
  const { data: own } = useQuery({
    queryKey: ['own-votes'],
    queryFn: ({ signal }) => call(referencesApi.ownVotes, { signal }),
    enabled: hasSession() && reveal !== null,
    staleTime: 60_000,
  })
  const { value, examples } = examplesOf(reveal?.votes ?? [], references, deck, (face) => pointsOf(face, card?.deck_points))
  const finished = references.find(({ estimate }) => estimate === value)
  const rounds = own ? own.below + own.same + own.above : 0
  return {
    finished: finished?.interval ? finished : undefined,
    examples,
    own: own && rounds >= fewestRounds ? { ...own, count: rounds } : undefined,
  }
}

/** After the reveal, in the place of the hand: what the board remembers. `onShown` hears whether that is anything: without it the hand stays. */
export function EvidencePlace({ reveal, onShown }: { reveal: Reveal; onShown: (isShown: boolean) => void }) {
  const remembered = useRemembered(reveal)
  const panel = useRef<HTMLElement>(null)
  const isEmpty = remembered.examples.length === 0 && !remembered.own
  useLayoutEffect(() => {
    onShown(!isEmpty)
    return () => onShown(false)
  }, [isEmpty, onShown])
  // A card of the hand may have had the focus.
  useEffect(() => (isEmpty ? undefined : focusIfLost(() => panel.current)), [isEmpty])
  if (isEmpty) return null
  return (
    <section ref={panel} tabIndex={-1} className={classes.place} aria-label={t('references:remembers')}>
      <Remembers {...remembered} />
    </section>
  )
}

/** The same below the reasons, where the result takes the place of the hand. */
export function EvidenceInResult({ reveal }: { reveal: Reveal }) {
  const remembered = useRemembered(reveal)
  if (remembered.examples.length === 0 && !remembered.own) return null
  return (
    <section className={classes.inResult} aria-label={t('references:remembers')}>
      <Remembers {...remembered} />
    </section>
  )
}

function Remembers({ finished, examples, own }: Remembered) {
  return (
    <>
      {finished && <Took finished={finished} />}
      {examples.length > 0 && (
        <div>
          <h3 className={classes.alike}>{t('references:alike')}</h3>
          <ul>
            {examples.map(({ estimate, card }) => (
              <ReferenceRow key={card.id} estimate={estimate} card={card} />
            ))}
          </ul>
        </div>
      )}
      {own && <p className={classes.own}>{t('references:own', own)}</p>}
    </>
  )
}
