import type { BoardField } from '@rodada/contract/boards/fields'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import type { Language } from '@rodada/contract/core/languages'
import { spreadsheetText } from '@rodada/contract/core/spreadsheet-text'
import { type CsvWords, csvColumns, csvWords } from '@rodada/contract/texts/csv-words'
import { listFields } from '../boards/fields/queries.ts'
import { listLabels } from '../boards/label-queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import { keyOf, priorityOf } from '../cards/queries.ts'
import { listSprintsOfBoard } from '../sprints/queries.ts'
import { listAllLists } from './board-queries.ts'
import { type CardToExport, listNames, readCards } from './card-queries.ts'
import { pagesOfCards, type Read } from './pages.ts'

type Cell = string | number | null
type Names = ReadonlyMap<number, string>

/** One field: quoted, and harmless when a spreadsheet opens it. A number runs nothing, and stays one. */
const cell = (value: Cell): string => (typeof value === 'number' ? `"${value}"` : `"${spreadsheetText(value ?? '').replaceAll('"', '""')}"`)

const line = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

/** What the ids of a card stand for. */
type Known = { lists: Names; labels: Names; sprints: Names; fields: readonly BoardField[]; options: Names; words: CsvWords }

/** The cards of a board as CSV, page by page. The mark before it tells spreadsheets that the text is UTF-8. */
export async function* boardCsv(board: BoardRow, read: Read, language: Language): AsyncGenerator<string> {
  const words = csvWords(language)
  const known = await read(async (db, viewer): Promise<Known> => {
    const fields = await listFields(db, board.id)
    return {
      words,
      fields,
      lists: new Map((await listAllLists(db, board.id)).map(({ id, title }) => [id, title])),
      labels: new Map((await listLabels(db, board.id)).map(({ id, name }) => [id, name])),
      sprints: new Map((await listSprintsOfBoard(db, viewer, board.id)).map(({ id, name }) => [id, name])),
      options: new Map(fields.flatMap(({ options }) => options.map(({ id, name }) => [id, name] as const))),
    }
  })
  yield `\uFEFF${line([...csvColumns.map((column) => words.columns[column]), ...known.fields.map(({ name }) => name)])}`
  for await (const ids of pagesOfCards(board.id, read)) {
    yield await read(async (db) => {
      const cards = await readCards(db, board.id, ids)
      const people = await listNames(db, [...new Set(cards.flatMap((card) => peopleIn(card, known.fields)))])
      const names = new Map(people.map(({ id, name }) => [id, name]))
      return cards.map((card) => line(cellsOf(card, board, known, names))).join('')
    })
  }
}

const peopleIn = (card: CardToExport, fields: readonly BoardField[]): number[] =>
  [card.assignee_id, ...card.participant_ids, ...fields.map(({ id, type }) => (type === 'person' ? card.fields[id] : null))].filter(
    (id) => typeof id === 'number',
  )

function cellsOf(card: CardToExport, { key_prefix }: BoardRow, known: Known, names: Names): Cell[] {
  const { words } = known
  const joined = (ids: readonly number[], of: Names): string => ids.flatMap((id) => of.get(id) ?? []).join('; ')
  const named = (id: number | null, of: Names): string => (id === null ? '' : (of.get(id) ?? ''))
  return [
    keyOf({ key_prefix, number: card.number }),
    card.title,
    named(card.list_id, known.lists),
    words.statuses[card.status],
    words.priorities[priorityOf(card)],
    named(card.assignee_id, names),
    joined(card.participant_ids, names),
    joined(card.label_ids, known.labels),
    card.start_date,
    card.due_date,
    card.estimate,
    card.estimated_hours,
    named(card.sprint_id, known.sprints),
    card.description,
    card.notes,
    card.checklist_done,
    card.checklist_total,
    card.comment_count,
    card.file_count,
    card.created_at,
    card.completed_at,
    card.archived_at,
    ...known.fields.map((field) => fieldCell(field, card.fields[field.id], known, names)),
  ]
}

function fieldCell({ type }: BoardField, value: FieldValue | undefined, { options, words }: Known, names: Names): Cell {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? words.ticks.yes : words.ticks.no
  if (typeof value === 'string') return value
  if (type === 'choice') return options.get(value) ?? null
  return type === 'person' ? (names.get(value) ?? null) : value
}
