import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { type DeckProblem, deckProblem } from '@rodada/contract/rooms/deck-problem'
import { type DeckPreset, deckPresets, readDeck, sameDeck } from '@rodada/contract/rooms/deck-texts'
import { useId, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { cardKeys } from '../../lib/device/card-keys.ts'
import { useSingleKeys } from '../../lib/device/single-keys.ts'
import { Field } from '../fields/Field.tsx'
import fields from '../fields/fields.module.css'
import { CardFace, PlayingCard } from '../marks/PlayingCard.tsx'
import classes from './DeckField.module.css'
import { useOwnDecks } from './own-decks.ts'

/** What was chosen: a deck, or null for none; with a problem, what was typed is no deck. */
export type DeckChoice = { deck: readonly string[] | null; problem: DeckProblem | null }

type Props = {
  /** Names the group. */
  label: string
  deck: readonly string[] | null
  /** What it means to choose no deck; without it there must be one. */
  none?: { name: string; hint: string }
  /** Whether a problem is shown also before its field was left. */
  tried: boolean
  onChange: (choice: DeckChoice) => void
}

const presets = Object.keys(deckPresets) as DeckPreset[]
const texts = { few: 'texts:deckFew', many: 'texts:deckMany', twice: 'texts:deckTwice', long: 'texts:deckLong' } as const

/** Chooses a deck: one that is ready-made, one that the account keeps, or one that is typed, with its cards drawn as they will be. */
export function DeckField({ label, deck, none, tried, onChange }: Props) {
  const id = useId()
  const own = useOwnDecks()
  const rows = [
    ...(none ? [{ key: 'none', name: none.name, hint: none.hint, deck: null }] : []),
    ...presets.map((name) => ({ key: name, name: t(`decks:${name}`), hint: null, deck: deckPresets[name] as readonly string[] | null })),
    ...own.decks.map((kept, index) => ({ key: `own-${index}`, name: t('decks:kept'), hint: null, deck: kept as readonly string[] | null })),
  ]
  const [custom, setCustom] = useState(() => {
    const isListed = deck === null ? none !== undefined : rows.some((row) => row.deck !== null && sameDeck(row.deck, deck))
    return isListed || deck === null ? null : deck.join(' ')
  })
  const chosen =
    custom === null ? rows.find((row) => (row.deck === null || deck === null ? row.deck === deck : sameDeck(row.deck, deck))) : null
  const type = (text: string) => {
    setCustom(text)
    const faces = readDeck(text)
    onChange({ deck: faces, problem: deckProblem(faces) })
  }
  return (
    <fieldset className={classes.decks}>
      <legend>{label}</legend>
      {rows.map((row) => (
        <label key={row.key} className={classes.deck}>
          <input
            type="radio"
            name={id}
            checked={row === chosen}
            onChange={() => {
              setCustom(null)
              onChange({ deck: row.deck, problem: null })
            }}
          />
          <span>
            {row.name}
            {row.hint && <small>{row.hint}</small>}
            {row.deck && <Cards deck={row.deck} />}
          </span>
        </label>
      ))}
      <div className={classes.custom} data-open={custom !== null || undefined}>
        <label className={classes.deck}>
          <input type="radio" name={id} checked={custom !== null} onChange={() => type(deck?.join(' ') ?? '')} />
          <span>{t('decks:custom')}</span>
        </label>
        {custom !== null && <Custom text={custom} tried={tried} own={own} onType={type} />}
      </div>
    </fieldset>
  )
}

/** The cards of a deck that is offered, small. */
const Cards = ({ deck }: { deck: readonly string[] }) => (
  <span className={classes.cards}>
    {deck.map((card) => (
      <span key={card} className={classes.card}>
        <CardFace face={card} />
      </span>
    ))}
  </span>
)

type CustomProps = { text: string; tried: boolean; own: ReturnType<typeof useOwnDecks>; onType: (text: string) => void }

/** A deck that is typed, and below it the cards with their keys. */
function Custom({ text, tried, own, onType }: CustomProps) {
  const [wasLeft, setWasLeft] = useState(false)
  const faces = readDeck(text)
  const problem = deckProblem(faces)
  // Whose text has only just begun has too few cards by nature.
  const isShown = problem !== null && (problem !== 'few' || tried || wasLeft)
  const isKept = own.decks.some((kept) => sameDeck(kept, faces)) || presets.some((name) => sameDeck(deckPresets[name], faces))
  return (
    <div className={classes.typed}>
      <Field label={t('decks:faces')} hint={t('decks:facesHint')} problem={isShown ? t(texts[problem]) : undefined}>
        {(control) => (
          <input
            {...control}
            className={fields.input}
            value={text}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={limits.deckText}
            placeholder="½ 1 2 3 5 8 13 ?"
            onBlur={() => setWasLeft(true)}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        )}
      </Field>
      {faces.length > 0 && <Preview faces={faces} />}
      {own.isOffered && problem === null && !isKept && (
        <Button size="sm" variant="subtle" className={classes.keep} onClick={() => void own.keep(faces)}>
          {t('decks:keep')}
        </Button>
      )}
    </div>
  )
}

/** The cards as they will lie in the hand. Of those that are the same all are drawn, so that one sees them. */
function Preview({ faces }: { faces: readonly string[] }) {
  const isKeyed = useSingleKeys()
  const keys = isKeyed ? cardKeys(faces) : undefined
  const shown = faces.slice(0, limits.deckMax + 1)
  return (
    <div>
      <p className={classes.count}>{t('decks:count', { count: faces.length })}</p>
      <ul className={classes.preview} aria-label={t('decks:preview')}>
        {shown.map((face, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two cards may be the same while they are typed
          <li key={`${face} ${index}`} data-wrong={[...face].length > limits.deckFace || shown.indexOf(face) !== index || undefined}>
            <PlayingCard face={face} keys={keys?.get(face)} />
            <span className="sr-only">{face}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
