import type { Participant } from '@rodada/contract/rooms'
import { IconCircleCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { pixelsPerRem } from '../../lib/text-size.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CardFace } from '../../ui/PlayingCard.tsx'
import { cardName } from './card-name.ts'
import classes from './PeopleList.module.css'
import { PersonMenuButton } from './PersonMenuButton.tsx'
import { useRoom } from './room-context.ts'
import { isModerator, listedPeople, tallyOf } from './room-selectors.ts'

/** Height of a row, in rem; the style sheet has the same number. */
const rowRem = 2.375
/** Up to this many people are all in the page; above, only the rows in view are. */
const wholeListUpTo = 60
const spareRows = 8

/** Everybody with a seat, oneself first. A thousand people cost no more than the rows in view. */
export function PeopleList() {
  const people = useRoom(listedPeople)
  const present = useRoom((state) => tallyOf(state).present)
  const scroller = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const windowed = people.length > wholeListUpTo
  const rowHeight = windowed ? rowRem * pixelsPerRem() : 0
  const height = scroller.current?.clientHeight ?? 600
  const from = windowed ? Math.max(0, Math.floor(top / rowHeight) - spareRows) : 0
  const to = windowed ? Math.min(people.length, Math.ceil((top + height) / rowHeight) + spareRows) : people.length
  return (
    <ul
      ref={scroller}
      className={classes.list}
      // A long list scrolls inside itself, which the keyboard must be able to do.
      tabIndex={windowed ? 0 : undefined}
      aria-label={t('rooms:side.participants', { count: present })}
      onScroll={windowed ? (event) => setTop(event.currentTarget.scrollTop) : undefined}
    >
      {from > 0 && <li aria-hidden="true" style={{ height: from * rowHeight }} />}
      {people.slice(from, to).map((user, index) => (
        <PersonRow key={user.id} user={user} position={windowed ? { of: people.length, at: from + index + 1 } : undefined} />
      ))}
      {to < people.length && <li aria-hidden="true" style={{ height: (people.length - to) * rowHeight }} />}
    </ul>
  )
}

function PersonRow({ user, position }: { user: Participant; position?: { of: number; at: number } }) {
  const me = useRoom((state) => state.me?.id === user.id)
  const vote = useRoom((state) => state.reveal?.votes.find(({ participantId }) => participantId === user.id)?.vote)
  const revealed = useRoom((state) => state.reveal !== null)
  const pending = useRoom((state) => me && state.pendingVote !== null && !state.joined)
  const moderates = useRoom(isModerator)
  const moderator = user.role === 'moderator'
  return (
    <li className={classes.row} aria-setsize={position?.of} aria-posinset={position?.at}>
      <Avatar name={user.name} avatar={user.avatar} size="sm" off={!user.connected} />
      <span className={classes.who} title={user.name}>
        <span className={classes.name} data-away={!user.connected || undefined}>
          <span className={classes.cut}>{user.name}</span>
          {me && <span className={classes.faint}> {t('rooms:youTag')}</span>}
        </span>
        <span className={moderator ? classes.role : 'sr-only'}>{t(moderator ? 'rooms:role.moderator' : 'rooms:role.participant')}</span>
      </span>
      <Status user={user} vote={vote} revealed={revealed} own={me} pending={pending} />
      {moderates && !me && <PersonMenuButton user={user} />}
    </li>
  )
}

type StatusProps = { user: Participant; vote: string | undefined; revealed: boolean; own: boolean; pending: boolean }

function Status({ user, vote, revealed, own, pending }: StatusProps) {
  if (vote !== undefined)
    return (
      <b className={classes.vote}>
        <span aria-hidden="true">
          <CardFace face={vote} />
        </span>
        <span className="sr-only">{t('rooms:status.vote', { card: cardName(vote) })}</span>
      </b>
    )
  if (pending) return <span className={classes.status}>{t('rooms:status.pending')}</span>
  if (user.hasVoted && !revealed)
    return (
      <span className={classes.status} data-ok>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
        <span className="sr-only">{t('rooms:status.voted')}</span>
      </span>
    )
  const text = !user.connected ? 'rooms:status.away' : revealed ? 'rooms:status.noVote' : 'rooms:status.thinking'
  // The person who thinks knows it, and the name needs the width.
  return <span className={own && text === 'rooms:status.thinking' ? 'sr-only' : classes.status}>{t(text)}</span>
}
