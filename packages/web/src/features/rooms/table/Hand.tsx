import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { t } from '../../../i18n/index.ts'
import { cardKeys } from '../../../lib/device/card-keys.ts'
import { useSingleKeys } from '../../../lib/device/single-keys.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { PlayingCard } from '../../../ui/marks/PlayingCard.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { deckOf, mayReveal, missingVoters } from '../session/room-selectors.ts'
import { isObserving, type RoomState, shownVote } from '../session/room-state.ts'
import { cardName } from './card-name.ts'
import classes from './Hand.module.css'
import questions from './HeartQuestions.module.css'
import { RevealAnyway, StopReveal } from './HeartQuestions.tsx'
import { moveByArrow } from './hand-arrows.ts'

export const loadConfidence = () => import('./ConfidenceChoice.tsx')
const ConfidenceChoice = lazyPart(async () => (await loadConfidence()).ConfidenceChoice, { texts: ['result'], otherwise: () => null })

/** What a person holds at the table: cards, or nothing while they only observe. */
export function Hand() {
  return useRoom(isObserving) ? <NoHand /> : <Cards />
}

/** In the place of the cards of who observes: the way back to them. */
function NoHand() {
  const session = useRoomSession()
  const online = useRoom((state) => state.joined)
  return (
    <section className={classes.observing} aria-label={t('rooms:hand.label')} data-hand>
      <IconEye size={18} stroke={1.75} aria-hidden="true" />
      <p>{t('rooms:observers.you')}</p>
      <Button size="sm" disabled={!online} onClick={() => void session.observe(false)}>
        {t('rooms:observers.vote')}
      </Button>
      <Asked />
    </section>
  )
}

/** Decks that take rows: above ten cards on phones, above twelve everywhere. */
const rowsOf = (cards: number): 'narrow' | 'always' | undefined => (cards > 12 ? 'always' : cards > 10 ? 'narrow' : undefined)

/** Own cards: one is picked, and can be exchanged until reveal. */
function Cards() {
  const session = useRoomSession()
  const deck = useRoom(deckOf)
  const picked = useRoom(shownVote)
  const closed = useRoom((state) => state.reveal !== null)
  const pending = useRoom((state) => state.pendingVote !== null)
  const nudged = useRoom((state) => state.nudgedBy !== null)
  const isKeyed = useSingleKeys()
  const keys = isKeyed ? cardKeys(deck) : undefined
  const middle = (deck.length - 1) / 2
  const rows = rowsOf(deck.length)
  const fan = rows === 'always' ? 0 : 8 / Math.max(8, deck.length)
  return (
    <section
      className={classes.hand}
      aria-label={t('rooms:hand.label')}
      data-closed={closed || undefined}
      data-nudged={nudged || undefined}
      data-hand
    >
      <ol
        className={classes.cards}
        data-many={deck.length > 8 || undefined}
        data-rows={rows}
        style={{ '--count': deck.length, '--half': Math.ceil(deck.length / 2), '--fan': fan } as CSSProperties}
        onKeyDown={moveByArrow}
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
      <HandLine closed={closed} pending={pending} />
    </section>
  )
}

/** What the heart of the table asks this person. */
const askedOf = (state: RoomState): 'stop' | 'early' | null => {
  if (state.countdown !== null) return mayReveal(state) ? 'stop' : null
  return state.asksReveal ? 'early' : null
}

/** On phones, where the thumb is: what the heart of the table asks. */
function Asked() {
  const asked = useRoom(askedOf)
  if (!asked) return null
  return <div className={questions.phone}>{asked === 'stop' ? <StopReveal long /> : <RevealAnyway />}</div>
}

/** Where the table speaks to this person. It keeps its height, so that nothing jumps. */
function HandLine({ closed, pending }: { closed: boolean; pending: boolean }) {
  const asked = useRoom(askedOf)
  return (
    <div className={classes.line} data-asked={asked ?? undefined}>
      <Asked />
      <HandHint closed={closed} pending={pending} />
    </div>
  )
}

/** Who reminded this person, until they vote. */
function Nudged({ by }: { by: string }) {
  const avatar = useRoom((state) => state.users.find(({ name }) => name === by)?.avatar)
  const isLast = useRoom((state) => missingVoters(state).length === 1)
  return (
    <p className={classes.nudged}>
      <Avatar name={by} avatar={avatar} size="xs" />
      <span>{t(isLast ? 'rooms:nudge.youLast' : 'rooms:nudge.you', { name: by })}</span>
    </p>
  )
}

function HandHint({ closed, pending }: { closed: boolean; pending: boolean }) {
  const online = useRoom((state) => state.joined)
  const nudgedBy = useRoom((state) => state.nudgedBy)
  const voted = useRoom((state) => shownVote(state) !== null)
  const keys = useSingleKeys()
  if (pending && !online)
    return (
      <p className={classes.hint} data-tone="warn" role="status">
        {t('rooms:hand.offline')}
      </p>
    )
  if (closed) return <p className={classes.hint}>{t('rooms:hand.closed')}</p>
  if (nudgedBy !== null) return <Nudged by={nudgedBy} />
  if (voted) return <ConfidenceChoice />
  return (
    <p className={classes.hint}>
      {keys && <span className={classes.keys}>{t('rooms:hand.keys')} · </span>}
      {t('rooms:hand.change')}
    </p>
  )
}
