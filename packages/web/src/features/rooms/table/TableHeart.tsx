import { Button } from '@mantine/core'
import type { RevealedVote } from '@rodada/contract/rooms/rooms'
import { IconRefresh } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { useSingleKeys } from '../../../lib/device/single-keys.ts'
import { useFocusHandover } from '../../../ui/focus/use-focus-handover.ts'
import { type Reading, readVotes } from '../result/vote-reading.ts'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { deckOf, mayReveal, tallyOf } from '../session/room-selectors.ts'
import { findNextStep } from '../tasks/next-step.ts'
import { useGoOn } from '../tasks/UnsavedQuestion.tsx'
import { cardName } from './card-name.ts'
import { Countdown, EarlyReveal } from './HeartQuestions.tsx'
import classes from './TableHeart.module.css'

type Props = { resultOpen: boolean; onOpenResult: () => void; onShare: () => void }

/** The middle of the table: how many voted and the reveal, or what the cards say and the next round. */
export function TableHeart({ resultOpen, onOpenResult, onShare }: Props) {
  const session = useRoomSession()
  const tally = useRoom(tallyOf)
  const reveal = useRoom((state) => state.reveal)
  const deck = useRoom(deckOf)
  const joined = useRoom((state) => state.joined)
  const allowed = useRoom(mayReveal)
  const keys = useSingleKeys()
  const countdown = useRoom((state) => state.countdown)
  const asks = useRoom((state) => state.asksReveal)
  if (reveal) {
    const reading = readVotes(reveal.votes, deck)
    const { headline, detail } = sayReading(reading, reveal.votes)
    const live = reveal.revealedBy !== null
    return (
      <div className={classes.heart} data-live={live || undefined} data-beside={resultOpen || undefined}>
        <p className={classes.headline}>{headline}</p>
        {detail && <p className={classes.detail}>{detail}</p>}
        {!resultOpen && <NextActions onOpenResult={onOpenResult} />}
      </div>
    )
  }
  if (countdown !== null) return <Countdown endsAt={countdown} />
  if (asks) return <EarlyReveal />
  const nobodyVoted = tally.voted === 0
  const why = !allowed ? t('rooms:table.moderatorsOnly') : nobodyVoted ? t('rooms:table.nothingYet') : undefined
  return (
    <div className={classes.heart}>
      <p className={classes.count}>
        {tally.voted}
        <small>{t('rooms:table.of', { total: tally.total })}</small>
      </p>
      <p className={classes.detail}>{t('rooms:table.voted', { count: tally.voted === 1 ? 1 : 2 })}</p>
      <Button
        variant="accent"
        className={classes.main}
        onClick={session.askReveal}
        data-reveals
        disabled={!joined || why !== undefined}
        title={why}
        aria-keyshortcuts={keys ? 'r' : undefined}
      >
        {t('rooms:table.revealShort')}
        <span className={classes.wide}>&nbsp;{t('rooms:table.revealRest')}</span>
        {keys && (
          <span className={classes.key} aria-hidden="true">
            R
          </span>
        )}
      </Button>
      {!allowed && <p className={classes.note}>{why}</p>}
      {allowed && tally.present === 1 && tally.total === 1 && (
        <button type="button" className={classes.link} onClick={onShare}>
          {t('rooms:table.invite')}
        </button>
      )}
    </div>
  )
}

/** What follows a result that was put aside. */
function NextActions({ onOpenResult }: { onOpenResult: () => void }) {
  const session = useRoomSession()
  const joined = useRoom((state) => state.joined)
  const allowed = useRoom(mayReveal)
  const goOn = useGoOn()
  const actions = useRef<HTMLDivElement>(null)
  useFocusHandover(actions, findNextStep)
  return (
    <div className={classes.actions} ref={actions}>
      <Button
        variant="accent"
        className={classes.main}
        onClick={() => goOn(session.reset)}
        disabled={!joined || !allowed}
        leftSection={<IconRefresh aria-hidden />}
      >
        {t('rooms:table.newVoting')}
      </Button>
      <button type="button" className={classes.link} onClick={onOpenResult} data-opens-result>
        {t('rooms:table.seeResult')}
      </button>
    </div>
  )
}

/** What the heart says about a revealed round. */
function sayReading(reading: Reading | null, votes: readonly RevealedVote[]): { headline: string; detail: string | null } {
  const [first] = votes
  if (!reading || !first) return { headline: t('rooms:result.none'), detail: null }
  if (votes.length === 1) return { headline: t('rooms:result.single'), detail: null }
  const headline = t(`rooms:result.${reading.kind}`)
  if (reading.kind === 'consensus') return { headline, detail: t('rooms:result.allOn', { card: cardName(first.vote) }) }
  if (reading.kind === 'talk' && reading.talk) return { headline, detail: t('rooms:result.between', reading.talk) }
  return { headline, detail: reading.largest > 1 ? t('rooms:result.largest', { largest: reading.largest, total: votes.length }) : null }
}
