import type { SearchMatch } from '@rodada/contract/cards/cards'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { normalize } from '../../../platform/normalize.ts'
import { keepBusyInTurns } from '../../../platform/work-time.ts'
import { excerptOf } from './excerpts.ts'
import type { Piece, Said } from './talk-queries.ts'

type Found = { id: number; title: string }

/**
 * Where the folded words of a search are on the cards that it found: in the title when that has all of them, else in the description, and for a
 * card on which a word is said, there.
 */
export async function matchesOf(db: Db, cards: readonly Found[], words: readonly string[], said: Said): Promise<Map<number, SearchMatch>> {
  const matches = new Map<number, SearchMatch>()
  if (words.length === 0) return matches
  const rest: { id: number; missing: string[] }[] = []
  await keepBusyInTurns(cards, ({ id, title }) => {
    const match = excerptOf(title, words)
    if (match) matches.set(id, { in: 'title', ...match })
    const missing = missingIn(title, words)
    if (missing.length > 0) rest.push({ id, missing })
  })
  // What is shown of a card is most often where the first word is said that its title misses: that is read with the description.
  const likely = rest.flatMap(({ id, missing }) => pieceOn(said, id, missing) ?? [])
  const textOf = await textsOf(db, [...rest.map(({ id }) => ({ kind: 'description', id }) as const), ...likely])
  const pieces: { card: number; piece: Piece }[] = []
  await keepBusyInTurns(rest, ({ id, missing }) => {
    const description = textOf({ kind: 'description', id }) ?? ''
    const piece = pieceOn(said, id, missingIn(description, missing))
    const match = piece ? null : excerptOf(description, missing)
    if (piece) pieces.push({ card: id, piece })
    else if (match) matches.set(id, { in: 'description', ...match })
  })
  const shown = pieces.map(({ piece }) => piece)
  const others = await textsOf(
    db,
    shown.filter((piece) => textOf(piece) === undefined),
  )
  const names = await namesOf(
    db,
    shown.filter(({ kind }) => kind === 'field').map(({ id }) => id),
  )
  await keepBusyInTurns(pieces, ({ card, piece }) => {
    const match = excerptOf(textOf(piece) ?? others(piece) ?? '', words)
    const field = piece.kind === 'field' ? names.get(piece.id) : undefined
    if (match) matches.set(card, { in: piece.kind, ...match, ...(field !== undefined && { field }) })
  })
  return matches
}

/** Where on a card the first of some words is said that is said there at all. */
const pieceOn = (said: Said, cardId: number, words: readonly string[]): Piece | undefined =>
  words.map((word) => said.get(word)?.get(cardId)).find((piece) => piece !== undefined)

const missingIn = (text: string, words: readonly string[]): string[] => {
  const folded = normalize(text)
  return words.filter((word) => !folded.includes(word))
}

const texts = {
  description: { table: 'cards', text: 'description' },
  comment: { table: 'comments', text: 'content' },
  item: { table: 'checklist_items', text: 'title' },
  file: { table: 'files', text: 'name' },
  field: { table: 'card_field_values', text: 'text_value' },
} as const

type Text = { kind: keyof typeof texts; id: number }

/** What some texts are, asked at once; undefined for others. */
async function textsOf(db: Db, wanted: readonly Text[]): Promise<(text: Text) => string | undefined> {
  const keyOf = ({ kind, id }: Text) => `${kind} ${id}`
  const ofKinds = Map.groupBy(wanted, ({ kind }) => kind)
  if (ofKinds.size === 0) return () => undefined
  const each = [...ofKinds].map(([kind, some]) => {
    const { table, text } = texts[kind]
    return sql`
      select ${sql.lit(kind)} as kind, id, ${sql.ref(text)} as text from ${sql.table(table)} where id in (${sql.join(some.map(({ id }) => id))})`
  })
  const { rows } = await sql<Text & { text: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  const found = new Map(rows.map((row) => [keyOf(row), row.text]))
  return (text) => found.get(keyOf(text))
}

/** The names of the fields in which some values are. */
async function namesOf(db: Db, valueIds: readonly number[]): Promise<Map<number, string>> {
  if (valueIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('card_field_values')
    .innerJoin('board_fields', 'board_fields.id', 'card_field_values.field_id')
    .select(['card_field_values.id', 'board_fields.name'])
    .where('card_field_values.id', 'in', valueIds)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
