import type { CSSProperties } from 'react'
import { t } from '../../i18n/index.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { PlayingCard } from '../../ui/PlayingCard.tsx'
import { cardKeys } from './card-keys.ts'
import { cardName } from './card-name.ts'
import classes from './Hand.module.css'
import { useRoom, useRoomSession } from './room-context.ts'
import { shownVote } from './room-state.ts'

const noCards: string[] = []

/** Own cards: one is picked, and can be exchanged until reveal. */
export function Hand() {
  const session = useRoomSession()
  const deck = useRoom((state) => state.room?.deck ?? noCards)
  const picked = useRoom(shownVote)
  const closed = useRoom((state) => state.reveal !== null)
  const pending = useRoom((state) => state.pendingVote !== null)
  const isKeyed = useSingleKeys()
  const keys = isKeyed ? cardKeys(deck) : undefined
  const middle = (deck.length - 1) / 2
  return (
    <section className={classes.hand} aria-label={t('rooms:hand.label')} data-closed={closed || undefined} data-hand>
      <ol
        className={classes.cards}
        data-many={deck.length > 8 || undefined}
        style={{ '--count': deck.length, '--half': Math.ceil(deck.length / 2), '--fan': 8 / Math.max(8, deck.length) } as CSSProperties}
      >
        {deck.map((card, index) => (
          <li key={card} style={{ '--k': index - middle } as CSSProperties}>
            <button
              type="button"
              className={classes.pick}
              aria-pressed={picked === card}
              aria-label={t('rooms:hand.vote', { card: cardName(card) })}
              aria-keyshortcuts={keys?.get(card)?.length === 1 ? keys.get(card) : undefined}
              data-pending={(picked === card && pending) || undefined}
              // Not `disabled`: whose focus is on a card keeps it through the reveal.
              aria-disabled={closed}
              onClick={() => session.vote(card)}
            >
              <PlayingCard face={card} tone={picked !== card ? 'plain' : closed ? 'spent' : 'accent'} keys={keys?.get(card)} />
            </button>
          </li>
        ))}
      </ol>
      <HandHint closed={closed} pending={pending} />
    </section>
  )
}

function HandHint({ closed, pending }: { closed: boolean; pending: boolean }) {
  const online = useRoom((state) => state.joined)
  const keys = useSingleKeys()
  if (pending && !online)
    return (
      <p className={classes.hint} data-tone="warn" role="status">
        {t('rooms:hand.offline')}
      </p>
    )
  if (closed) return <p className={classes.hint}>{t('rooms:hand.closed')}</p>
  if (pending) return <p className={classes.hint}>{<span className={classes.slow}>{t('rooms:hand.pending')}</span>}</p>
  return (
    <p className={classes.hint}>
      {keys && <span className={classes.keys}>{t('rooms:hand.keys')} · </span>}
      {t('rooms:hand.change')}
    </p>
  )
}
