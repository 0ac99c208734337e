import type { Reason, RevealedVote } from '@rodada/contract/rooms/rooms'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { readDraft } from '../../../lib/device/drafts.ts'
import { ConfidenceMark } from '../../../ui/marks/ConfidenceMark.tsx'
import { PlayingCard } from '../../../ui/marks/PlayingCard.tsx'
import { useRoom } from '../session/room-context.ts'
import type { Reveal } from '../session/room-state.ts'
import { voteText } from '../table/card-name.ts'
import { ReasonForm, reasonDraft, reasonsHeading } from './ReasonForm.tsx'
import classes from './Reasons.module.css'
import type { Reading } from './vote-reading.ts'

/** Reasons that are shown before the others are asked for. */
const shownAtMost = 3
const namedAtMost = 4

type Props = { reveal: Reveal; reading: Reading | null; onAsk: (isAsking: boolean) => void }

/**
 * What people saw in the task. Lowest and highest are asked at once where the table is far apart; everybody who voted may tell it, and
 * tell it differently, until the next round.
 */
export function Reasons({ reveal: { votes, reasons, writing }, reading, onAsk }: Props) {
  const me = useRoom((state) => state.me?.id)
  const draft = useRoom((state) => reasonDraft(state.room))
  const present = useRoom((state) => state.users)
  const [all, setAll] = useState(false)
  const own = reasons.find(({ participantId }) => participantId === me)
  const ownVote = votes.find(({ participantId }) => participantId === me)
  const talk = reading?.talk
  const isEdge = talk?.people.some(({ participantId }) => participantId === me) === true
  const isAsked = isEdge && reading?.kind === 'talk' && !own
  // A line that was being written when the page went away is there again.
  const [isOpen, setIsOpen] = useState(() => readDraft(draft) !== null)
  const isAsking = ownVote !== undefined && (isOpen || isAsked)
  useEffect(() => {
    onAsk(isAsking)
    return () => onAsk(false)
  }, [isAsking, onAsk])
  if (!reading || votes.length < 2) return null
  const shown = all ? reasons : reasons.slice(0, shownAtMost)
  const writers = votes.filter(
    ({ participantId }) =>
      writing.includes(participantId) &&
      participantId !== me &&
      present.some(({ id, connected }) => id === participantId && connected) &&
      !reasons.some((one) => one.participantId === participantId),
  )
  const waiting = talk?.people.filter(
    ({ participantId }) => participantId !== me && !reasons.some((one) => one.participantId === participantId),
  )
  const question = !isEdge || !ownVote ? 'other' : ownVote.vote === talk?.low ? 'low' : 'high'
  return (
    <section className={classes.reasons} aria-labelledby={reasonsHeading}>
      <h3 id={reasonsHeading} tabIndex={-1} className={reasons.length + writers.length === 0 ? 'sr-only' : undefined}>
        {t('result:reasons.title')}
      </h3>
      {isAsking && (
        <ReasonForm
          question={t(`result:reasons.${question}`)}
          said={own?.text ?? ''}
          draft={draft}
          canLeave={!isAsked}
          onDone={() => setIsOpen(false)}
        />
      )}
      {reasons.length + writers.length > 0 && (
        <ul className={classes.list}>
          {shown.map((reason) => (
            <Said
              key={reason.participantId}
              reason={reason}
              vote={votes.find(({ participantId }) => participantId === reason.participantId)}
              talk={talk}
            >
              {reason === own && !isAsking && <Link onClick={() => setIsOpen(true)}>{t('result:reasons.change')}</Link>}
            </Said>
          ))}
          {writers.slice(0, shownAtMost).map((vote) => (
            <Writing key={vote.participantId} vote={vote} talk={talk} />
          ))}
        </ul>
      )}
      {shown.length < reasons.length && <Link onClick={() => setAll(true)}>{t('result:reasons.all')}</Link>}
      {waiting && waiting.length > 0 && reasons.length + writers.length === 0 && (
        <p className={classes.invitation}>{sayInvitation(waiting)}</p>
      )}
      {ownVote && !own && !isAsking && <Link onClick={() => setIsOpen(true)}>{t('result:reasons.open')}</Link>}
    </section>
  )
}

function sayInvitation(people: readonly RevealedVote[]): string {
  if (people.length > namedAtMost) return t('result:reasons.askCrowd')
  const names = format.list(people.map(({ userName }) => userName))
  return t(people.length === 1 ? 'result:reasons.askOne' : 'result:reasons.askMany', { names })
}

const Link = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className={classes.link} onClick={onClick}>
    {children}
  </button>
)

type SaidProps = { reason: Reason; vote: RevealedVote | undefined; talk: Reading['talk'] | undefined; children: ReactNode }

/** One person's line, beside their card. */
function Said({ reason, vote, talk, children }: SaidProps) {
  if (!vote) return null
  const isEdge = vote.vote === talk?.low || vote.vote === talk?.high
  return (
    <li className={classes.said}>
      <PlayingCard face={vote.vote} tone={isEdge ? 'accent' : 'plain'} width="1.875rem" />
      <div>
        <p className={classes.by}>
          <b>{vote.userName}</b>
          <span className="sr-only">{voteText(vote)}</span>
          {vote.confidence && (
            <span className={classes.confidence} aria-hidden="true">
              <ConfidenceMark confidence={vote.confidence} className={classes.mark} />
              {t(`rooms:confidence.${vote.confidence}`)}
            </span>
          )}
          {children}
        </p>
        <p className={classes.text}>{reason.text}</p>
      </div>
    </li>
  )
}

/** Somebody's line that is on its way, in its place. */
function Writing({ vote, talk }: Pick<SaidProps, 'talk'> & { vote: RevealedVote }) {
  const isEdge = vote.vote === talk?.low || vote.vote === talk?.high
  return (
    <li className={classes.said}>
      <PlayingCard face={vote.vote} tone={isEdge ? 'accent' : 'plain'} width="1.875rem" />
      <div>
        <p className={classes.by}>
          <b>{vote.userName}</b>
        </p>
        <p className={classes.writing}>{t('result:reasons.writing')}</p>
      </div>
    </li>
  )
}
