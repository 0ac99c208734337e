import type { BoardExportHead, ExportedComment, ExportedEntry, ExportedEstimate } from '@rodada/contract/boards/export'
import { instant } from '../../platform/deps.ts'
import { slicesOf } from '../../platform/slices.ts'
import { version } from '../../platform/version.ts'
import type { BoardRow } from '../boards/queries.ts'
import { type Behind, lastEntryOf, listCommentsBehind, listEntriesBehind, listEstimated, listEstimatesBehind } from './board-queries.ts'
import { listNames, readCards } from './card-queries.ts'
import { cardView, peopleOf } from './card-view.ts'
import { readHead } from './head.ts'
import { pagesOfCards, type Read } from './pages.ts'
import { readParts } from './part-queries.ts'

const commentsAtOnce = 150
const estimatesAtOnce = 10
const entriesAtOnce = 250
const namesAtOnce = 500

/** Notes whom the file names, so that their names can stand at its end. */
type Note = (...ids: readonly (number | null)[]) => void
type Tools = { board: BoardRow; read: Read; note: Note }

/**
 * A board as the JSON of `BoardExport`, page by page: one of thousands of cards fills no memory, and everybody else is answered in between.
 * @param source the address of this installation
 */
export async function* boardJson(board: BoardRow, read: Read, source: string): AsyncGenerator<string> {
  const people = new Set<number>()
  const note: Note = (...ids) => {
    for (const id of ids) if (id !== null) people.add(id)
  }
  const head: BoardExportHead = {
    format: 'rodada-board',
    version: 1,
    exported_at: instant(),
    source: { url: source, version },
    ...(await readHead(board, read)),
  }
  note(head.board.created_by, ...head.members.map(({ user_id }) => user_id))
  const choosers = new Set(head.fields.filter(({ type }) => type === 'person').map(({ id }) => String(id)))
  const tools = { board, read, note }
  yield `${JSON.stringify(head).slice(0, -1)},\n"cards":[`
  yield* cards(tools, choosers)
  yield '\n],\n"journal":['
  yield* journal(tools)
  yield '\n],\n"people":['
  yield* names(read, [...people])
  yield '\n]}\n'
}

/** Makes what divides the entries of an array. */
function divider(): () => string {
  let isFirst = true
  return () => {
    const text = isFirst ? '\n' : ',\n'
    isFirst = false
    return text
  }
}

async function* cards(tools: Tools, choosers: ReadonlySet<string>): AsyncGenerator<string> {
  const { board, read, note } = tools
  const divide = divider()
  for await (const ids of pagesOfCards(board.id, read)) {
    const page = await read(async (db, viewer) => {
      const parts = await readParts(db, viewer, board.id, ids)
      const shown = (await readCards(db, board.id, ids)).map((card) => cardView(card, board, parts(card.id)))
      return { shown, estimated: await listEstimated(db, ids) }
    })
    const commentsOn = await commentsOf(tools, ids)
    for (const card of page.shown) {
      note(...peopleOf(card, choosers))
      yield `${divide()}${JSON.stringify(card).slice(0, -1)},"comments":[`
      const divideComments = divider()
      for await (const some of commentsOn(card.id))
        for (const { card_id: _, ...comment } of some) yield divideComments() + JSON.stringify(comment)
      yield '],"estimates":['
      if (page.estimated.has(card.id)) yield* estimates(tools, card.id)
      yield ']}'
    }
  }
}

type Comment = ExportedComment & Behind

/** Pages of the comments of some cards. */
async function* pagesOfComments({ board, read, note }: Tools, cardIds: readonly number[]): AsyncGenerator<Comment[]> {
  let behind: Behind | undefined = { card_id: 0, id: 0 }
  while (behind) {
    const from: Behind = behind
    const page: Comment[] = await read((db) => listCommentsBehind(db, { boardId: board.id, cardIds, behind: from, limit: commentsAtOnce }))
    note(...page.map(({ user_id }) => user_id))
    yield page
    behind = page.length < commentsAtOnce ? undefined : page.at(-1)
  }
}

/**
 * The comments of the cards of a page. Those of a card that has the page for itself are read while they are sent, because there may be two
 * thousand; several cards have few of them, which are read together.
 */
async function commentsOf(tools: Tools, cardIds: readonly number[]): Promise<(cardId: number) => AsyncIterable<Comment[]> | Comment[][]> {
  if (cardIds.length === 1) return () => pagesOfComments(tools, cardIds)
  const all: Comment[] = []
  for await (const page of pagesOfComments(tools, cardIds)) all.push(...page)
  const byCard = Map.groupBy(all, ({ card_id }) => card_id)
  return (cardId) => [byCard.get(cardId) ?? []]
}

async function* estimates({ board, read, note }: Tools, cardId: number): AsyncGenerator<string> {
  const divide = divider()
  let behind: number | undefined = 0
  while (behind !== undefined) {
    const from: number = behind
    const page: ExportedEstimate[] = await read((db) =>
      listEstimatesBehind(db, { boardId: board.id, cardId, behind: from, limit: estimatesAtOnce }),
    )
    note(...page.map(({ user_id }) => user_id))
    for (const estimate of page) yield divide() + JSON.stringify(estimate)
    behind = page.length < estimatesAtOnce ? undefined : page.at(-1)?.id
  }
}

/** The journal as far as it went when it was begun: a board on which programs work has no end. */
async function* journal({ board, read, note }: Tools): AsyncGenerator<string> {
  const divide = divider()
  const last = await read((db) => lastEntryOf(db, board.id))
  let behind: number | undefined = 0
  while (behind !== undefined) {
    const from: number = behind
    const page: ExportedEntry[] = await read((db) => listEntriesBehind(db, board.id, { behind: from, last, limit: entriesAtOnce }))
    for (const entry of page) {
      note(entry.user_id, entry.before?.assigned_to ?? null, entry.after?.assigned_to ?? null)
      yield divide() + JSON.stringify(entry)
    }
    behind = page.length < entriesAtOnce ? undefined : page.at(-1)?.id
  }
}

async function* names(read: Read, ids: readonly number[]): AsyncGenerator<string> {
  const divide = divider()
  for (const some of slicesOf(ids, namesAtOnce)) {
    for (const person of await read((db) => listNames(db, some))) yield divide() + JSON.stringify(person)
  }
}
