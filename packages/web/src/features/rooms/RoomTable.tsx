import type { Participant } from '@rodada/contract/rooms'
import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { t } from '../../i18n/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { PlayingCard } from '../../ui/PlayingCard.tsx'
import { Table, type TablePlace } from '../../ui/Table.tsx'
import { cardName } from './card-name.ts'
import classes from './RoomTable.module.css'
import { useRoom } from './room-context.ts'
import { seatingOf } from './room-selectors.ts'
import { TableHeart } from './TableHeart.tsx'
import { readVotes } from './vote-reading.ts'

/** Longest the wave of flips may take to go round, in milliseconds. */
const wholeWave = 1200
const stepOfWave = 70
const waveStart = 160

type Props = { resultOpen: boolean; onOpenResult: () => void; onShare: () => void }

/** The table: who sits where, their cards, and in the middle what to do next. */
export function RoomTable({ resultOpen, onOpenResult, onShare }: Props) {
  const { shape, seats, more } = useRoom(seatingOf)
  const reveal = useRoom((state) => state.reveal)
  const myId = useRoom((state) => state.me?.id)
  const votes = new Map(reveal?.votes.map(({ participantId, vote }) => [participantId, vote]))
  const reading = reveal && readVotes(reveal.votes)
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
          {vote !== undefined && <span className="sr-only">{t('rooms:status.vote', { card: cardName(vote) })}</span>}
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
  return (
    <section className={classes.mesa} aria-label={t('rooms:table.label')}>
      <Table shape={shape} places={places} overlay={live && <Ring key={reveal.revealedBy} round={shape === 'round'} />}>
        <TableHeart resultOpen={resultOpen} onOpenResult={onOpenResult} onShare={onShare} />
      </Table>
    </section>
  )
}

const motion = { still: undefined, flip: classes.flipping, hop: classes.hopping }

type LaidCardProps = { user: Participant; vote: string | undefined; edge: boolean; turn: 'still' | 'flip' | 'hop'; revealed: boolean }

/** What lies before a person: a ghost while they think, their card face down, or face up after reveal. */
function LaidCard({ user, vote, edge, turn, revealed }: LaidCardProps) {
  if (!user.connected && !user.hasVoted && vote === undefined) return <span className={classes.slot} />
  const waiting = revealed ? vote === undefined : !user.hasVoted
  return (
    <PlayingCard
      back
      face={vote}
      turned={vote !== undefined}
      tone={edge ? 'accent' : 'plain'}
      className={[classes.laid, waiting && classes.waiting, vote !== undefined && motion[turn]].filter(Boolean).join(' ')}
    />
  )
}

/** The caju line that closes round the rim while the cards turn. */
function Ring({ round }: { round: boolean }) {
  return (
    <svg className={classes.ring} data-round={round || undefined} aria-hidden="true" focusable="false">
      <rect x="2" y="2" pathLength="100" />
    </svg>
  )
}
