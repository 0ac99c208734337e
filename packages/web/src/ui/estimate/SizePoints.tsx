import { Button } from '@mantine/core'
import { deckPointsApi } from '@rodada/contract/boards/deck-points'
import { limits } from '@rodada/contract/core/limits'
import type { DeckPoints } from '@rodada/contract/rooms/faces'
import { type CSSProperties, useId, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { toast } from '../states/feedback.tsx'
import classes from './SizePoints.module.css'

/** What is proposed for a board that does not say yet: the numbers that most teams use, one for each size. */
const proposed = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]

type Props = {
  boardId: number
  /** In the order of the deck. */
  sizes: readonly string[]
  points: DeckPoints
  /** The size that matters now. */
  lit?: string | null
  /** Whether this person may say it. */
  mayChange: boolean
  /** Whether something else on the screen leads. */
  isQuiet?: boolean
  /** Says that the fields are open, so that nothing else leads meanwhile. */
  onAsk?: (asking: boolean) => void
  onSaved: () => void
}

/** What the sizes of a deck are worth on a board, in one row. A board that does not say yet asks for it first. */
export function SizePoints({ boardId, sizes, points, lit = null, mayChange, isQuiet = false, onAsk, onSaved }: Props) {
  const [changes, setChanges] = useState(false)
  const isKnown = sizes.some((size) => points[size] !== undefined)
  if (!isKnown && !mayChange) return <p className={classes.hint}>{t('decks:points.unknown')}</p>
  const show = (asking: boolean) => {
    setChanges(asking)
    onAsk?.(asking)
  }
  if (!isKnown || changes) {
    return (
      <Fields
        {...{ boardId, sizes, points, isKnown, isQuiet }}
        onDone={() => {
          show(false)
          onSaved()
        }}
        onCancel={() => show(false)}
      />
    )
  }
  return (
    <div className={classes.points}>
      <p className={classes.head}>
        {t('decks:points.title')}
        {mayChange && (
          <button type="button" className={classes.change} onClick={() => show(true)}>
            {t('decks:points.change')}
          </button>
        )}
      </p>
      <ul className={classes.sizes} style={{ '--sizes': sizes.length } as CSSProperties}>
        {sizes.map((size) => (
          <li key={size} className={classes.size} data-lit={size === lit || undefined}>
            <span>{size}</span>
            <b>{points[size] === undefined ? '–' : format.number(points[size])}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The points of a text; undefined for what is none. An empty one is none yet. */
function readPoints(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  const value = Number(plain)
  return /^\d+(\.\d+)?$/.test(plain) && value <= limits.estimate ? value : undefined
}

type FieldsProps = Pick<Props, 'boardId' | 'sizes' | 'points'> & {
  isKnown: boolean
  isQuiet: boolean
  onDone: () => void
  onCancel: () => void
}

function Fields({ boardId, sizes, points, isKnown, isQuiet, onDone, onCancel }: FieldsProps) {
  const id = useId()
  const fields = useRef<HTMLFieldSetElement>(null)
  const [texts, setTexts] = useState(() => sizes.map((size, index) => textOf(isKnown ? points[size] : proposed[index])))
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const values = texts.map(readPoints)
  const submit = async () => {
    if (values.includes(undefined) || values.every((value) => value === null)) {
      setProblem(t('texts:deckPointsInvalid'))
      return fields.current?.querySelector<HTMLElement>('[aria-invalid], input')?.focus()
    }
    setBusy(true)
    try {
      await call(deckPointsApi.change, {
        params: { boardId },
        body: { points: sizes.map((face, index) => ({ face, points: values[index] ?? null })) },
      })
      toast(t('decks:points.saved'))
      onDone()
    } catch (reason) {
      setProblem(reason instanceof Error ? reason.message : t('decks:points.notSaved'))
    }
    setBusy(false)
  }
  return (
    // No form of its own: it stands in those of others, and Enter here is not for them.
    <fieldset
      ref={fields}
      className={classes.points}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        void submit()
      }}
    >
      <legend className={classes.head}>{t(isKnown ? 'decks:points.title' : 'decks:points.ask')}</legend>
      {!isKnown && <p className={classes.hint}>{t('decks:points.askHint')}</p>}
      <div className={classes.sizes} style={{ '--sizes': sizes.length } as CSSProperties}>
        {sizes.map((size, index) => (
          <label key={size} className={classes.size}>
            <span>{size}</span>
            <input
              inputMode="decimal"
              autoComplete="off"
              maxLength={6}
              aria-label={t('decks:points.of', { size })}
              aria-invalid={values[index] === undefined || undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              value={texts[index]}
              onChange={({ currentTarget: { value } }) => setTexts((before) => before.with(index, value))}
            />
          </label>
        ))}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant={isQuiet ? 'default' : 'filled'} loading={busy} onClick={() => void submit()}>
          {t('decks:points.save')}
        </Button>
        {isKnown && (
          <Button variant="subtle" onClick={onCancel}>
            {t('decks:points.cancel')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const textOf = (points: number | undefined): string => (points === undefined ? '' : format.number(points))
