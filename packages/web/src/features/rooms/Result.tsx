import { medianOf } from '@rodada/contract/results'
import type { PastRound } from '@rodada/contract/rooms'
import { IconMessageCircle, IconX } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/format.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useFocusHandover } from '../../ui/use-focus-handover.ts'
import { cardName } from './card-name.ts'
import { findNextStep } from './next-step.ts'
import classes from './Result.module.css'
import { useRoom } from './room-context.ts'
import type { Reveal } from './room-state.ts'
import { pointsText } from './room-tasks.ts'
import { Onward } from './SaveEstimate.tsx'
import { useEscape } from './use-room-keys.ts'
import { VoteTiles } from './VoteTiles.tsx'
import { countNumbers, mostCommon, readVotes, type Talk } from './vote-reading.ts'

type Props = { reveal: Reveal; unread: number; onClose: () => void; onChat: () => void }

/** What the round says, beside the table (which stays in sight and in use: nothing is dimmed). */
export function Result({ reveal, unread, onClose, onChat }: Props) {
  const panel = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const reading = readVotes(reveal.votes)
  const cards = reveal.votes.map(({ vote }) => vote)
  const median = medianOf(cards)
  const average = format.average(reveal.average)
  const favourite = mostCommon(reveal.votes)
  useFocusHandover(panel, findNextStep)
  useEscape(onClose)
  useEffect(() => {
    // What held the focus is gone or covered, such as the reveal button; whoever used it continues here. Nobody else is moved.
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
          {t('rooms:result.title')}
        </h2>
        <span className={classes.tools}>
          <IconButton
            className={classes.chat}
            label={unread > 0 ? t('rooms:result.chatNew', { count: unread }) : t('rooms:result.chat')}
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
        <div className={classes.summary}>
          <div className={classes.average}>
            {median === null ? (
              <span className={classes.none}>{t('rooms:result.noNumbers')}</span>
            ) : (
              <>
                <b style={{ '--characters': average.length } as CSSProperties}>{average}</b>
                <span className={classes.dim}>{t('rooms:result.averageOf', { count: countNumbers(reveal.votes) })}</span>
              </>
            )}
          </div>
          {reading && cards.length > 1 && (
            <dl className={classes.facts}>
              {median !== null && <Fact name={t('rooms:result.median')} value={format.number(median)} />}
              {median === null && favourite !== undefined && <Fact name={t('rooms:result.favourite')} value={cardName(favourite)} />}
              <Fact
                narrow={false}
                name={t('rooms:result.agreement')}
                value={`${t(`rooms:result.${reading.kind}`)} · ${format.percent(reading.share)}`}
              />
            </dl>
          )}
        </div>
        <VoteTiles votes={reveal.votes} edges={reading?.talk?.people} />
        {reading?.talk && <TalkBox talk={reading.talk} />}
        <PastRounds />
      </div>
      <div className={classes.foot}>
        <Onward reveal={reveal} />
      </div>
    </section>
  )
}

function Fact({ name, value, narrow = true }: { name: string; value: string; narrow?: boolean }) {
  return (
    <div data-wide-only={!narrow || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const namedAtMost = 4
const drawnAtMost = 3

function sayTalk({ people }: Talk): string {
  const names = format.list(people.map(({ userName }) => userName))
  if (people.length > namedAtMost) return t('rooms:result.tellCrowd')
  return t(people.length === 1 ? 'rooms:result.tellOne' : 'rooms:result.tellMany', { names })
}

function TalkBox({ talk }: { talk: Talk }) {
  const users = useRoom((state) => state.users)
  return (
    <div className={classes.talk}>
      <span className={classes.stack}>
        {talk.people.slice(0, drawnAtMost).map(({ participantId, userName }) => (
          <Avatar key={participantId} name={userName} avatar={users.find(({ id }) => id === participantId)?.avatar} size="sm" />
        ))}
      </span>
      <p>
        <b>{t('rooms:result.range', { low: talk.low, high: talk.high })}</b> {sayTalk(talk)}
      </p>
    </div>
  )
}

function PastRounds() {
  const past = useRoom((state) => state.past)
  const current = useRoom((state) => state.room?.round)
  const earlier = past.filter(({ round }) => round !== current)
  if (earlier.length === 0) return null
  return (
    <section className={classes.past}>
      <h3>{t('rooms:result.past')}</h3>
      <ul>
        {earlier.map((round) => (
          <PastItem key={round.round} round={round} />
        ))}
      </ul>
    </section>
  )
}

/** A past round: the points that its card has now or, for a typed title without a card, the average. */
function PastItem({ round: { round, title, task_id, average, agreed, saved } }: { round: PastRound }) {
  const lost = task_id !== null && saved === null && agreed !== null
  // '0.0' is the wire's word for a round without numbers, unless somebody really chose 0: rare, and zero either way.
  const value = task_id !== null ? (saved ?? agreed) : average === '0.0' ? null : Number(average)
  return (
    <li>
      <span className={classes.pastTitle} title={title ?? undefined}>
        {title ?? t('rooms:result.round', { round })}
      </span>
      {lost && (
        <span className={classes.lost} aria-hidden="true">
          {t('rooms:result.notSaved')}
        </span>
      )}
      <span className={classes.points} data-lost={lost || undefined} aria-hidden={lost || undefined}>
        {value === null ? '–' : format.number(value)}
      </span>
      {lost && <span className="sr-only">{t('rooms:result.agreedOnly', { points: pointsText(agreed) })}</span>}
    </li>
  )
}
