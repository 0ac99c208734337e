import type { Participant, RevealedVote } from '@rodada/contract/rooms/rooms'
import { IconCircleCheck, IconEye } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { pixelsPerRem } from '../../../lib/device/text-size.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { ConfidenceMark } from '../../../ui/marks/ConfidenceMark.tsx'
import { CardFace } from '../../../ui/marks/PlayingCard.tsx'
import { useRoom } from '../session/room-context.ts'
import { isModerator, listedPeople, observersOf, tallyOf } from '../session/room-selectors.ts'
import { voteText } from '../table/card-name.ts'
import classes from './PeopleList.module.css'
import { PersonMenuButton } from './PersonMenuButton.tsx'

/** Height of a row, in rem; the style sheet has the same number. */
const rowRem = 2.375
/** Up to this many people are all in the page; above, only the rows in view are. */
const wholeListUpTo = 60
const spareRows = 8
/** The observers' list has room for this many; above, it scrolls. */
const manyObservers = 4
/** All who vote, oneself first. */
export function PeopleList() {
  const present = useRoom((state) => tallyOf(state).present)
  return <People people={useRoom(listedPeople)} label={t('rooms:side.participants', { count: present })} />
}

/** Who only observes; not there while nobody does. */
export function ObserversList() {
  const observers = useRoom(observersOf)
  if (observers.length === 0) return null
  const title = t('rooms:observers.count', { count: observers.length })
  return (
    <section className={classes.observers}>
      <h2>
        <IconEye size={14} stroke={1.75} aria-hidden="true" />
        {title}
      </h2>
      <People people={observers} label={title} scrollsFrom={manyObservers} />
    </section>
  )
}

type PeopleProps = { people: readonly Participant[]; label: string; scrollsFrom?: number }

/** A list that scrolls inside itself. A thousand people cost no more than the rows in view. */
function People({ people, label, scrollsFrom = wholeListUpTo }: PeopleProps) {
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
      // The keyboard must be able to scroll it.
      tabIndex={people.length > scrollsFrom ? 0 : undefined}
      aria-label={label}
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
  const vote = useRoom((state) => state.reveal?.votes.find(({ participantId }) => participantId === user.id))
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
      {!user.observer && <Status user={user} vote={vote} revealed={revealed} own={me} pending={pending} />}
      {moderates && !me && <PersonMenuButton user={user} />}
    </li>
  )
}

type StatusProps = { user: Participant; vote: RevealedVote | undefined; revealed: boolean; own: boolean; pending: boolean }

function Status({ user, vote, revealed, own, pending }: StatusProps) {
  if (vote !== undefined)
    return (
      <b className={classes.vote}>
        <span aria-hidden="true">
          {vote.confidence && <ConfidenceMark confidence={vote.confidence} className={classes.mark} />}
          <CardFace face={vote.vote} />
        </span>
        <span className="sr-only">{voteText(vote)}</span>
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
