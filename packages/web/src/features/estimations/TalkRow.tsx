import type { Estimation } from '@rodada/contract/estimations/estimations'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { MiniCard } from '../../ui/estimate/MiniCard.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { ConfidenceMark } from '../../ui/marks/ConfidenceMark.tsx'
import { CardFace } from '../../ui/marks/PlayingCard.tsx'
import { type ClosedVote, type Edge, faceName, type Talk } from './estimation-view.ts'
import classes from './TalkRow.module.css'

type Voters = Estimation['voters']
type Props = { talk: Talk; boardId: number; deck: readonly string[]; voters: Voters }

/** Longer decks show only the faces that somebody chose. */
const widest = 10
/** Tiles that fit over one face; more become a number on top. */
const tallest = 4

/** A card that is left for a meeting: how far apart, who stands where, and the words of its ends. */
export function TalkRow({ talk: { card, spread, low, high }, boardId, deck, voters }: Props) {
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <h3>
          <Link to="/board/$boardId" params={{ boardId: String(boardId) }} search={{ card: String(card.card_id) }}>
            {card.title}
          </Link>
        </h3>
        <p className={classes.span}>
          {low && high ? (
            <>
              <b>{t('estimations:result.span', { low: faceName(low.face), high: faceName(high.face) })}</b>
              <small>{t('estimations:result.distance', { count: spread.distance })}</small>
            </>
          ) : (
            <small>{withoutEnds(card.votes)}</small>
          )}
        </p>
      </div>
      {card.votes.length > 0 && (
        <div className={classes.body}>
          <Tiles votes={card.votes} deck={deck} voters={voters} edges={[low?.face, high?.face]} />
          <div className={classes.reasons}>
            {[low, high].map((edge) => edge && <End key={edge.face} edge={edge} />)}
            {!low && !high && <Reasons votes={card.votes} />}
          </div>
        </div>
      )}
    </li>
  )
}

function withoutEnds(votes: readonly ClosedVote[]): string {
  const [first] = votes
  if (!first) return t('estimations:result.noVotes')
  if (votes.length === 1) return t('estimations:result.oneVote')
  const faces = new Set(votes.map(({ vote }) => vote))
  return faces.size === 1 ? t('estimations:result.allOn', { card: faceName(first.vote) }) : ''
}

function End({ edge: { face, votes } }: { edge: Edge }) {
  return (
    <div className={classes.end}>
      <MiniCard face={face} tone="accent" />
      <div>
        <p className={classes.by}>
          <b>{format.list(votes.map(({ name }) => name))}</b>
          {votes.length === 1 && <Sure vote={votes[0]} />}
        </p>
        <Reasons votes={votes} />
      </div>
    </div>
  )
}

function Sure({ vote }: { vote: ClosedVote | undefined }) {
  if (!vote?.confidence) return null
  return (
    <>
      <ConfidenceMark confidence={vote.confidence} className={classes.mark} />
      {t(`estimations:${vote.confidence}`)}
    </>
  )
}

function Reasons({ votes }: { votes: readonly ClosedVote[] }) {
  return votes.map(
    ({ user_id, name, reason }) => reason !== null && <p key={user_id}>{votes.length > 1 ? `${name}: ${reason}` : reason}</p>,
  )
}

type TilesProps = { votes: readonly ClosedVote[]; deck: readonly string[]; voters: Voters; edges: readonly (string | undefined)[] }

/** The people over the faces that they chose. */
function Tiles({ votes, deck, voters, edges }: TilesProps) {
  const avatarOf = new Map(voters.map(({ user_id, avatar_url }) => [user_id, avatar_url]))
  const columns = deck
    .map((face) => ({ face, chosen: votes.filter(({ vote }) => vote === face) }))
    .filter(({ chosen }) => deck.length <= widest || chosen.length > 0)
  return (
    <ol className={classes.tiles} aria-label={t('estimations:result.votes')} style={{ '--columns': columns.length } as CSSProperties}>
      {columns.map(({ face, chosen }) => {
        const shown = chosen.length > tallest ? chosen.slice(0, tallest - 1) : chosen
        return (
          <li key={face} data-on={chosen.length > 0 || undefined} data-edge={edges.includes(face) || undefined}>
            {chosen.length > shown.length && <span className={classes.more}>+{chosen.length - shown.length}</span>}
            {shown.map(({ user_id, name }) => (
              <span key={user_id} title={name} className={classes.tile}>
                <Avatar name={name} avatar={avatarOf.get(user_id)} size={22} />
              </span>
            ))}
            <b aria-hidden="true">
              <CardFace face={face} />
            </b>
            <span className="sr-only">
              {chosen.length > 0
                ? t('estimations:result.column', { card: faceName(face), names: format.list(chosen.map(({ name }) => name)) })
                : t('estimations:result.columnNone', { card: faceName(face) })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
