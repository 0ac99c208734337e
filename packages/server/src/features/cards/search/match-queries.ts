import type { SearchMatch } from '@rodada/contract/cards/cards'
import type { Db } from '../../../platform/database.ts'
import { normalize } from '../../../platform/normalize.ts'
import { keepBusyInTurns } from '../../../platform/work-time.ts'
import { excerptOf } from './excerpts.ts'
import type { PieceKind, Said } from './talk-queries.ts'

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
  for (const kind of ['comment', 'item'] as const) {
    const of = pieces.filter((piece) => piece.kind === kind)
    const texts = await textsOf(
      db,
      kind,
      of.map(({ id }) => id),
    )
    await keepBusyInTurns(of, (piece) => {
      const match = excerptOf(texts.get(piece.id) ?? '', piece.words)
      if (match) matches.set(piece.card, { in: kind, ...match })
    })
  }
  return matches
}

const missingIn = (text: string, words: readonly string[]): string[] => {
  const folded = normalize(text)
  return words.filter((word) => !folded.includes(word))
}

async function textsOf(db: Db, of: 'description' | PieceKind, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows =
    of === 'description'
      ? await db.selectFrom('cards').select(['id', 'description as text']).where('id', 'in', ids).execute()
      : of === 'comment'
        ? await db.selectFrom('comments').select(['id', 'content as text']).where('id', 'in', ids).execute()
        : await db.selectFrom('checklist_items').select(['id', 'title as text']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}
