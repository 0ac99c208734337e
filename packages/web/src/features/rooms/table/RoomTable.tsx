import type { Participant, RevealedVote } from '@rodada/contract/rooms/rooms'
import { IconCheck, IconEye } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { PlayingCard } from '../../../ui/marks/PlayingCard.tsx'
import { Table, type TablePlace } from '../../../ui/page/Table.tsx'
import { readVotes } from '../result/vote-reading.ts'
import { useRoom } from '../session/room-context.ts'
import { deckOf, isModerator, mayNudge, observersOf, seatingOf } from '../session/room-selectors.ts'
import { voteText } from './card-name.ts'
import classes from './RoomTable.module.css'
import { TableBar, TimerArc } from './TableBar.tsx'
import { TableHeart } from './TableHeart.tsx'

/** Longest the wave of flips may take to go round, in milliseconds. */
const wholeWave = 1200
const stepOfWave = 70
const waveStart = 160

type Props = { resultOpen: boolean; onOpenResult: () => void; onShare: () => void }

/** The table: who sits where, their cards, and in the middle what to do next. */
export function RoomTable({ resultOpen, onOpenResult, onShare }: Props) {
  const { shape, seats, more } = useRoom(seatingOf)
  const reveal = useRoom((state) => state.reveal)
  const deck = useRoom(deckOf)
  const myId = useRoom((state) => state.me?.id)
  const votes = new Map(reveal?.votes.map((vote) => [vote.participantId, vote]))
  const reading = reveal && readVotes(reveal.votes, deck)
  const talkers = new Set(reading?.talk?.people.map(({ participantId }) => participantId))
  const hop = reading?.kind === 'consensus' && votes.size > 1
  const live = reveal !== null && reveal.revealedBy !== null
  const first = Math.max(
    0,
    seats.findIndex(({ id }) => id === reveal?.revealedBy),
  )
  const step = Math.min(stepOfWave, wholeWave / seats.length)

  const places = seats.map((user, index): TablePlace => {
    const vote = votes.get(user.id)
    const me = user.id === myId
    const delay = waveStart + ((index - first + seats.length) % seats.length) * step
    return {
      key: user.id,
      upright: vote !== undefined,
      style: live ? ({ '--flip-duration': 'var(--flip)', '--flip-delay': `${delay}ms` } as CSSProperties) : undefined,
      card: (
        <LaidCard
          user={user}
          vote={vote}
          edge={talkers.has(user.id)}
          turn={!live ? 'still' : hop ? 'hop' : 'flip'}
          revealed={reveal !== null}
        />
      ),
      seat: (edge) => (
        <span className={classes.tile} data-me={me || undefined}>
          <Avatar name={user.name} avatar={user.avatar} size={edge} off={!user.connected} className={classes.avatar} />
          {user.hasVoted && !reveal && (
            <span className={classes.tick}>
              <IconCheck size={13} stroke={2.5} aria-hidden="true" />
              <span className="sr-only">{t('rooms:status.voted')}</span>
            </span>
          )}
        </span>
      ),
      name: (
        <span className={classes.name} data-me={me || undefined} data-away={!user.connected || undefined}>
          <span className={classes.cut} title={user.name}>
            {me ? t('rooms:you') : user.name}
          </span>
          {!user.connected && <small>{t('rooms:status.away')}</small>}
          {vote && <span className="sr-only">{voteText(vote)}</span>}
        </span>
      ),
    }
  })
  if (more > 0) {
    const label = t('rooms:table.more', { count: more })
    places.push({
      key: 'more',
      seat: (edge) => (
        <span className={classes.more} style={{ width: edge, height: edge }} role="img" aria-label={label}>
          +{more}
        </span>
      ),
    })
  }
  const observers = useRoom(observersOf)
  const timed = useRoom((state) => state.timer !== null)
  const moderator = useRoom(isModerator)
  const countdown = useRoom((state) => state.countdown)
  const nudges = useRoom(mayNudge)
  return (
    <section
      className={classes.mesa}
      aria-label={t('rooms:table.label')}
      data-bar={timed || moderator || nudges || undefined}
      data-beside={resultOpen || undefined}
      data-bench={observers.length > 0 || undefined}
      data-shape={shape}
    >
      <Table
        shape={shape}
        places={places}
        overlay={
          <>
            {timed && <TimerArc round={shape === 'round'} />}
            {countdown !== null && <Ring key={countdown} round={shape === 'round'} counting />}
            {live && <Ring key={reveal.revealedBy} round={shape === 'round'} />}
          </>
        }
      >
        <TableHeart resultOpen={resultOpen} onOpenResult={onOpenResult} onShare={onShare} />
      </Table>
      <TableBar />
      {observers.length > 0 && <Bench observers={observers} myId={myId} />}
    </section>
  )
}

/** Faces on the bench, and people that are named beside them. */
const facesAtMost = 4
const namedAtMost = 2

/** Who only observes, at the table's edge. */
function Bench({ observers, myId }: { observers: readonly Participant[]; myId: number | undefined }) {
  const faces = observers.slice(0, observers.length > facesAtMost ? facesAtMost - 1 : facesAtMost)
  const names = observers.map(({ id, name }) => (id === myId ? t('rooms:you') : name))
  const some = names.length > namedAtMost ? [...names.slice(0, 1), t('rooms:observers.more', { count: names.length - 1 })] : names
  return (
    <p className={classes.bench} title={format.list(names)}>
      <IconEye size={16} stroke={1.75} aria-hidden="true" />
      <span className={classes.faces} aria-hidden="true">
        {faces.map(({ id, name, avatar }) => (
          <Avatar key={id} name={name} avatar={avatar} size="sm" />
        ))}
        {observers.length > faces.length && <b className={classes.others}>+{observers.length - faces.length}</b>}
      </span>
      <span className={classes.names}>
        {t(observers.length === 1 ? 'rooms:observers.one' : 'rooms:observers.many', { names: format.list(some) })}
      </span>
    </p>
  )
}

const motion = { still: undefined, flip: classes.flipping, hop: classes.hopping }

type LaidCardProps = { user: Participant; vote: RevealedVote | undefined; edge: boolean; turn: 'still' | 'flip' | 'hop'; revealed: boolean }

/** What lies before a person: a ghost while they think, their card face down, or face up after reveal. */
function LaidCard({ user, vote, edge, turn, revealed }: LaidCardProps) {
  if (!user.connected && !user.hasVoted && vote === undefined) return <span className={classes.slot} />
  const waiting = revealed ? vote === undefined : !user.hasVoted
  return (
    <PlayingCard
      back
      face={vote?.vote}
      confidence={vote?.confidence}
      turned={vote !== undefined}
      tone={edge ? 'accent' : 'plain'}
      className={[classes.laid, waiting && classes.waiting, vote !== undefined && motion[turn]].filter(Boolean).join(' ')}
    />
  )
}

/** The caju line that closes round the rim while the cards turn, and before it while the room counts down to that. */
function Ring({ round, counting = false }: { round: boolean; counting?: boolean }) {
  return (
    <svg
      className={classes.ring}
      data-round={round || undefined}
      data-counting={counting || undefined}
      aria-hidden="true"
      focusable="false"
    >
      <rect x="2" y="2" pathLength="100" />
    </svg>
  )
}
