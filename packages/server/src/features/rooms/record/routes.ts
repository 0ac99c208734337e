import { Readable } from 'node:stream'
import { limits } from '@rodada/contract/core/limits'
import { recordApi } from '@rodada/contract/rooms/record'
import { recordCsvHead, recordCsvLines } from '@rodada/contract/rooms/record-csv'
import { texts } from '@rodada/contract/texts/texts'
import { translate } from '@rodada/contract/texts/translate'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import { readPage } from '../../../platform/limits/page-turns.ts'
import { countedAs } from '../../../platform/limits/person-limit.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import { roomChannel } from '../participants/seated.ts'
import { deleteOf, getRecordedRoom, readRecord } from './commands.ts'
import { listRecord, listRecordedRooms } from './queries.ts'

/** The record of rooms, for the accounts that sat there. */
export function recordRoutes(route: Route, deps: Deps): void {
  const { db, io, limits: limitsOf } = deps
  const exports = limitsOf('record-exports', { points: 10, seconds: 60 })

  route(recordApi.rooms, async ({ viewer, query }) => {
    const rooms = await listRecordedRooms(db, viewer.userId, query.before)
    const shown = rooms.slice(0, limits.recordRooms)
    return { rooms: shown, next: rooms.length > shown.length ? (shown.at(-1)?.lastAt ?? null) : null }
  })

  route(recordApi.history, ({ viewer, params, query }) => readRecord(db, viewer, params.roomId, query.before))

  route(recordApi.export, async ({ viewer, params, language, again }) => {
    await requirePoints(exports, countedAs(viewer))
    const { room } = await getRecordedRoom(db, viewer, params.roomId)
    const words = {
      columns: translate(texts.recordColumns, language),
      confidences: translate(texts.recordConfidences, language),
    }
    const of = { address: viewer.address, whose: `account ${countedAs(viewer)}` }
    /** Each page asks whether the session and the right to read the record are still there. */
    const read = (before: number | undefined) =>
      readPage(of, async () => {
        await getRecordedRoom(db, await again(), params.roomId)
        const { rounds, next } = await listRecord(db, room, before)
        return { lines: recordCsvLines(rounds, words), next }
      })
    return { name: `rodada-sala-${room.code ?? room.record_code}.csv`, content: Readable.from(csv(recordCsvHead(words), read)) }
  })

  route(recordApi.delete, async (context) => {
    const { roomId, past } = await deleteOf(deps, context.viewer, context.params.roomId, context)
    io.to(roomChannel(roomId)).emit('historyDeleted', { past })
    return {}
  })
}

type Page = { lines: string; next: number | null }

/** Page by page, so that a year of rounds does not fill the memory. */
async function* csv(head: string, read: (before: number | undefined) => Promise<Page>): AsyncGenerator<string> {
  yield head
  let before: number | null | undefined
  while (before !== null) {
    const { lines, next }: Page = await read(before)
    yield lines
    before = next
  }
}
