import { Readable } from 'node:stream'
import { type BoardExport, boardExportApi } from '@rodada/contract/boards/export'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import type { Download, Route, RouteContext } from '../../platform/http/http.ts'
import { createAtOnce } from '../../platform/limits/at-once.ts'
import { readPage } from '../../platform/limits/page-turns.ts'
import { countedAs, personLimit } from '../../platform/limits/person-limit.ts'
import { normalize } from '../../platform/normalize.ts'
import { addAudit } from '../audit/queries.ts'
import { type BoardRow, getBoardAccess } from '../boards/queries.ts'
import { boardCsv } from './csv-view.ts'
import { boardJson } from './json-view.ts'
import type { Read } from './pages.ts'

type Context = RouteContext<(typeof boardExportApi)['json' | 'csv']>
type Format = 'json' | 'csv'

/** Boards as files, for who sees them. */
export function exportRoutes(route: Route, { db, config, limits: limitsOf }: Pick<Deps, 'db' | 'config' | 'limits'>): void {
  const begun = personLimit(limitsOf, 'board-exports', { points: 10, seconds: 60 })
  const underWay = createAtOnce({ ofPerson: limits.exportsAtOnce, ofNetwork: limits.exportsOfNetwork, refusal: texts.tooFast })

  /** Begins a file. Each page of it asks whether the session and the right to see the board are still there. */
  const begin = async (
    context: Context,
    format: Format,
    write: (board: BoardRow, read: Read) => AsyncIterable<string>,
  ): Promise<Download> => {
    const { viewer, again, charge, params } = context
    const leave = underWay(viewer)
    try {
      await begun.require(viewer)
      const board = await getBoardAccess(db, viewer, params.boardId)
      await addAudit(db, context, { kind: 'board.exported', subject: board.title, details: { board: board.id, format } })
      const read: Read = (work) =>
        readPage({ address: viewer.address, whose: `account ${countedAs(viewer)}` }, async () => {
          const person = await again()
          await getBoardAccess(db, person, board.id)
          return work(db, person)
        })
      const content = Readable.from(inPieces(write(board, read), charge))
      // Also where nobody waited for its beginning.
      content.once('close', leave)
      return { name: nameOf(board, format), content }
    } catch (error) {
      leave()
      throw error
    }
  }

  route(boardExportApi.json, (context) => {
    const source: BoardExport['source']['url'] = config.publicUrl ?? context.origin
    return begin(context, 'json', (board, read) => boardJson(board, read, source))
  })
  route(boardExportApi.csv, (context) => begin(context, 'csv', (board, read) => boardCsv(board, read, context.language)))
}

/** The name of a file is in plain ASCII. */
function nameOf({ title, key_prefix }: BoardRow, format: Format): string {
  const words = normalize(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  return `rodada-${words || key_prefix.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.${format}`
}

const pieceLength = 64 * 1024

/** Short texts together, because each piece costs its way through the stream. */
async function* inPieces(texts: AsyncIterable<string>, charge: (characters: number) => Promise<void>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceLength) continue
    await charge(piece.length)
    yield piece
    piece = ''
  }
  await charge(piece.length)
  yield piece
}
