import { useMediaQuery } from '@mantine/hooks'
import { distributionOf } from '@rodada/contract/rooms/results'
import type { RevealedVote } from '@rodada/contract/rooms/rooms'
import type { CSSProperties } from 'react'
import { t } from '../../../i18n/index.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { CardFace } from '../../../ui/marks/PlayingCard.tsx'
import { useRoom } from '../session/room-context.ts'
import { cardName } from './card-name.ts'
import classes from './VoteTiles.module.css'

const noCards: string[] = []
/** Tiles that fit over one card; more become a number on top. */
const tallest = 5
/** Longer decks show only the cards that somebody chose. */
const widest = 10

/** The votes as tiles that were dropped on their cards. */
export function VoteTiles({ votes, edges = [] }: { votes: readonly RevealedVote[]; edges?: readonly RevealedVote[] }) {
  const deck = useRoom((state) => state.room?.deck ?? noCards)
  const users = useRoom((state) => state.users)
  const avatarOf = new Map(users.map(({ id, avatar }) => [id, avatar]))
  const columns = distributionOf(votes, deck).filter((column) => deck.length <= widest || column.votes.length > 0)
  const edgeCards = new Set(edges.map(({ vote }) => vote))
  const narrow = useMediaQuery('(max-width: 47.5em)', false, { getInitialValueInEffect: false })
  const highest = Math.min(tallest, Math.max(...columns.map(({ votes: chosen }) => chosen.length), 0))
  let order = 0
  return (
    <ol
      className={classes.tiles}
      aria-label={t('result:distribution')}
      style={{ '--columns': columns.length, '--highest': highest } as CSSProperties}
    >
      {columns.map(({ card, votes: chosen }) => {
        const shown = chosen.length > tallest ? chosen.slice(0, tallest - 1) : chosen
        const names = chosen.map(({ userName }) => userName).join(', ')
        return (
          <li key={card} data-on={chosen.length > 0 || undefined} data-edge={edgeCards.has(card) || undefined}>
            {chosen.length > shown.length && <span className={classes.more}>+{chosen.length - shown.length}</span>}
            {shown.map(({ participantId, userName }) => (
              <span key={participantId} className={classes.tile} style={{ '--order': order++ } as CSSProperties} title={userName}>
                <Avatar name={userName} avatar={avatarOf.get(participantId)} size={narrow ? 22 : 26} className={classes.avatar} />
              </span>
            ))}
            <b aria-hidden="true" style={{ '--characters': [...card].length } as CSSProperties}>
              <CardFace face={card} />
            </b>
            <span className="sr-only">
              {chosen.length > 0 ? t('result:card', { card: cardName(card), names }) : t('result:cardNone', { card: cardName(card) })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
