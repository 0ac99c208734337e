import { isSize } from '@rodada/contract/rooms/faces'
import { middleOf, rangeOf } from '@rodada/contract/rooms/middle'
import { medianOf } from '@rodada/contract/rooms/results'
import type { RevealedVote } from '@rodada/contract/rooms/rooms'
import type { Confidence } from '@rodada/contract/rooms/tasks'
import type { CSSProperties, ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { ConfidenceMark } from '../../../ui/marks/ConfidenceMark.tsx'
import { CardFace } from '../../../ui/marks/PlayingCard.tsx'
import { useRoom } from '../session/room-context.ts'
import { deckOf } from '../session/room-selectors.ts'
import type { Reveal } from '../session/room-state.ts'
import { cardName } from '../table/card-name.ts'
import classes from './Summary.module.css'
import { countNumbers, mostCommon, type Reading } from './vote-reading.ts'

/** What the round says in one figure, the card that the table agrees on or how far apart it is, and the numbers of it. */
export function Summary({ reveal: { votes, average }, reading }: { reveal: Reveal; reading: Reading | null }) {
  const deck = useRoom(deckOf)
  const faces = votes.map(({ vote }) => vote)
  const median = medianOf(faces)
  const middle = middleOf(faces, deck)
  const size = typeof middle === 'string' ? middle : null
  const favourite = mostCommon(votes)
  if (size !== null && reading?.kind !== 'consensus') return <SizeFigure size={size} faces={faces} deck={deck} />
  return (
    <div className={classes.summary}>
      <Figure votes={votes} reading={reading} average={average} />
      {reading && median !== null && (
        <dl className={classes.facts}>
          <Fact name={t('result:average')} value={format.average(average)} />
          <Fact name={t('result:median')} value={format.number(median)} />
          <Fact name={t('result:agreement')} value={format.percent(reading.share)} />
        </dl>
      )}
      {median === null && size === null && <p className={classes.dim}>{t('result:noNumbers')}</p>}
      {reading && median === null && favourite !== undefined && reading.agreedCard === null && (
        <dl className={classes.facts}>
          <Fact name={t('result:favourite')} value={cardName(favourite)} />
        </dl>
      )}
    </div>
  )
}

/** Of sizes the middle one, and from which to which they go; sizes have no mean. */
function SizeFigure({ size, faces, deck }: { size: string; faces: readonly string[]; deck: readonly string[] }) {
  const range = rangeOf(faces, deck)
  const count = faces.filter((face) => isSize(face)).length
  return (
    <div className={classes.summary}>
      <p className={classes.figure}>
        <Big characters={[...size].length}>{size}</Big>
        <span className={classes.sizes}>
          {t('result:medianOf', { count })}
          {range && range.low !== range.high && <span>{t('result:range', range)}</span>}
        </span>
      </p>
    </div>
  )
}

type FigureProps = { votes: readonly RevealedVote[]; reading: Reading | null; average: string }

function Figure({ votes, reading, average }: FigureProps) {
  if (reading?.agreedCard) {
    const { agreedCard, largest } = reading
    const text = largest === votes.length ? t('result:inVotes', { count: largest }) : t('result:share', { largest, total: votes.length })
    return (
      <p className={classes.figure}>
        <Big characters={[...agreedCard].length}>
          <CardFace face={agreedCard} />
          {cardName(agreedCard) !== agreedCard && <span className="sr-only">{cardName(agreedCard)}</span>}
        </Big>
        <span className={classes.dim}>{text}</span>
      </p>
    )
  }
  if (reading?.talk) {
    const { low, high } = reading.talk
    return (
      <p className={classes.figure}>
        <Big characters={low.length + high.length + 2}>
          {low}
          <small> {t('result:to')} </small>
          {high}
        </Big>
      </p>
    )
  }
  const numbers = countNumbers(votes)
  if (numbers === 0) return null
  const mean = format.average(average)
  return (
    <p className={classes.figure}>
      <Big characters={mean.length}>{mean}</Big>
      <span className={classes.dim}>{t('result:averageOf', { count: numbers })}</span>
    </p>
  )
}

const Big = ({ characters, children }: { characters: number; children: ReactNode }) => (
  <b style={{ '--characters': characters } as CSSProperties}>{children}</b>
)

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** How many votes are sure and how many in doubt; nothing where nobody said. */
export function Marks({ votes }: { votes: readonly RevealedVote[] }) {
  const of = (wanted: Confidence) => votes.filter(({ confidence }) => confidence === wanted)
  const [sure, unsure] = [of('sure'), of('unsure')]
  const [first] = unsure
  if (!first && sure.length === 0) return null
  return (
    <p className={classes.marks}>
      {sure.length > 0 && (
        <span>
          <ConfidenceMark confidence="sure" className={classes.mark} />
          {t('result:sure', { count: sure.length })}
        </span>
      )}
      {first && (
        <span>
          <ConfidenceMark confidence="unsure" className={classes.mark} />
          {unsure.length === 1 ? t('result:unsureName', { name: first.userName }) : t('result:unsure', { count: unsure.length })}
        </span>
      )}
    </p>
  )
}
