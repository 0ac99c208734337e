import { sizesOf } from '@rodada/contract/rooms/faces'
import { IconMessageCircle, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useFocusHandover } from '../../../ui/focus/use-focus-handover.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { useRoom } from '../session/room-context.ts'
import { deckOf } from '../session/room-selectors.ts'
import type { Reveal } from '../session/room-state.ts'
import { useEscape } from '../table/use-room-keys.ts'
import { VoteTiles } from '../table/VoteTiles.tsx'
import { findNextStep } from '../tasks/next-step.ts'
import { Onward } from './Onward.tsx'
import { PastRounds } from './PastRounds.tsx'
import { Reasons } from './Reasons.tsx'
import classes from './Result.module.css'
import { Marks, Summary } from './Summary.tsx'
import { readVotes } from './vote-reading.ts'

const BoardSizes = lazyPart<{ reveal: Reveal; onAsk: (asking: boolean) => void }>(
  async () => (await import('./BoardSizes.tsx')).BoardSizes,
  {
    texts: ['decks'],
    otherwise: () => null,
  },
)

type Props = {
  reveal: Reveal
  /** It stands where the hand does: what the board remembers has no other place. */
  hidesHand: boolean
  unread: number
  onClose: () => void
  onChat: () => void
}

const EvidenceInResult = lazyPart<{ reveal: Reveal }>(async () => (await import('./Evidence.tsx')).EvidenceInResult, {
  texts: ['references'],
  otherwise: () => null,
})

/** What the round says, beside the table (which stays in sight and in use: nothing is dimmed), and where it leads. */
export function Result({ reveal, hidesHand, unread, onClose, onChat }: Props) {
  const panel = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [asksPoints, setAsksPoints] = useState(false)
  const deck = useRoom(deckOf)
  const reading = readVotes(reveal.votes, deck)
  // One column of cards says nothing that the figure does not.
  const hasChart = reveal.votes.length > 0 && reading?.kind !== 'consensus'
  useFocusHandover(panel, findNextStep)
  useEscape(onClose)
  useEffect(() => {
    // What held the focus is gone or covered, such as the reveal button; the person who used it continues here. Nobody else is moved.
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('[inert]')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      ref={panel}
      className={classes.result}
      role="dialog"
      aria-labelledby="result-title"
      data-live={reveal.revealedBy !== null || undefined}
    >
      <div className={classes.head}>
        <h2 id="result-title" ref={heading} tabIndex={-1}>
          {t('result:title')}
        </h2>
        <span className={classes.tools}>
          <IconButton
            className={classes.chat}
            label={unread > 0 ? t('result:chatNew', { count: unread }) : t('result:chat')}
            badge={unread}
            onClick={onChat}
          >
            <IconMessageCircle size={18} stroke={1.75} />
          </IconButton>
          <IconButton label={t('close')} onClick={onClose}>
            <IconX size={18} stroke={1.75} />
          </IconButton>
        </span>
      </div>
      <div className={classes.body}>
        <Summary reveal={reveal} reading={reading} />
        {hasChart && <VoteTiles votes={reveal.votes} edges={reading?.talk?.people} />}
        <Marks votes={reveal.votes} />
        {sizesOf(deck).length > 0 && <BoardSizes reveal={reveal} onAsk={setAsksPoints} />}
        <Reasons reveal={reveal} reading={reading} onAsk={setIsAsking} />
        {hidesHand && <EvidenceInResult reveal={reveal} />}
        <PastRounds />
      </div>
      <div className={classes.foot}>
        <Onward reveal={reveal} reading={reading} quiet={isAsking || asksPoints} />
      </div>
    </section>
  )
}
