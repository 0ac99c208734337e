import type { Refused } from '@rodada/contract/core/event'
import { type RecordPage, recordApi } from '@rodada/contract/rooms/record'
import { recordCsvHead, recordCsvLines } from '@rodada/contract/rooms/record-csv'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { CallError, call } from '../../../lib/call/call.ts'
import { downloadFile } from '../../../lib/call/download-file.ts'
import { download } from '../../../lib/device/download.ts'
import type { RoomSession } from '../session/room-session.ts'

/** Where a record comes from: an account asks by its session, a guest who moderates at the table. Both get the same. */
export type RecordSource = {
  roomId: string
  load: (before: number | undefined) => Promise<RecordPage>
  saveCsv: () => Promise<void>
  remove: () => Promise<void>
}

export const accountSource = (roomId: string): RecordSource => ({
  roomId,
  load: (before) => call(recordApi.history, { params: { roomId }, query: before === undefined ? {} : { before } }),
  saveCsv: () => downloadFile(recordApi.export, { path: roomId }),
  remove: async () => void (await call(recordApi.delete, { params: { roomId } })),
})

/** A record of many years is deleted in parts, between which others have their turn. Milliseconds. */
const deletionTimeout = 5 * 60_000

/** For guests, who have no session: what they may read is theirs for as long as they moderate at the table. */
export function tableSource(roomId: string, { ask }: Pick<RoomSession, 'ask'>): RecordSource {
  const load = async (before: number | undefined): Promise<RecordPage> => {
    const page = await ask<RecordPage | Refused>((socket, answer) => socket.emit('readHistory', { roomId, before }, answer))
    if (page && !('error' in page)) return page
    throw new CallError(page?.error ?? t('errors.network'))
  }
  return {
    roomId,
    load,
    saveCsv: async () => {
      const words = { columns: t('texts:recordColumns'), confidences: t('texts:recordConfidences') }
      const parts = [recordCsvHead(words)]
      for (let before: number | null | undefined; before !== null; ) {
        const { rounds, next }: RecordPage = await load(before)
        parts.push(recordCsvLines(rounds, words))
        before = next
      }
      download(`rodada-sala-${roomId}.csv`, parts.join(''))
    },
    remove: async () => {
      const ack = await ask<{ ok: true } | Refused>((socket, answer) => socket.emit('deleteHistory', { roomId }, answer), deletionTimeout)
      if (!ack || 'error' in ack) throw new CallError(ack?.error ?? t('errors.network'))
    },
  }
}

/** The record, a page at a time from the latest round on. */
export const recordQuery = (source: RecordSource) =>
  infiniteQueryOptions({
    queryKey: ['record', source.roomId],
    queryFn: ({ pageParam }) => source.load(pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
  })
