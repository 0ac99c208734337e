import type { SearchMatch } from '@rodada/contract/cards/cards'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { normalize } from '../../../platform/normalize.ts'
import { keepBusyInTurns } from '../../../platform/work-time.ts'
import { excerptOf } from './excerpts.ts'
import { type PieceKind, pieceKinds, type Said } from './talk-queries.ts'

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
  const descriptions = await textsOf(
    db,
    'description',
    rest.map(({ id }) => id),
  )
  const pieces: { card: number; kind: PieceKind; id: number; words: string[] }[] = []
  await keepBusyInTurns(rest, ({ id, missing }) => {
    const description = descriptions.get(id) ?? ''
    const elsewhere = missingIn(description, missing)
    const piece = elsewhere.map((word) => said.get(word)?.get(id)).find((one) => one !== undefined)
    const match = piece ? null : excerptOf(description, missing)
    if (piece) pieces.push({ card: id, kind: piece.kind, id: piece.id, words: [...words] })
    else if (match) matches.set(id, { in: 'description', ...match })
  })
  for (const kind of pieceKinds) {
    const of = pieces.filter((piece) => piece.kind === kind)
    const texts = await textsOf(
      db,
      kind,
      of.map(({ id }) => id),
    )
    const names = kind === 'field' ? await namesOf(db, [...texts.keys()]) : new Map<number, string>()
    await keepBusyInTurns(of, (piece) => {
      const match = excerptOf(texts.get(piece.id) ?? '', piece.words)
      const field = names.get(piece.id)
      if (match) matches.set(piece.card, { in: kind, ...match, ...(field !== undefined && { field }) })
    })
  }
  return matches
}

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

async function textsOf(db: Db, of: keyof typeof texts, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { table, text } = texts[of]
  const { rows } = await sql<{ id: number; text: string }>`
    select id, ${sql.ref(text)} as text from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db)
  return new Map(rows.map((row) => [row.id, row.text]))
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
