import type { Deps } from '../../../platform/deps.ts'
import { readPage } from '../../../platform/limits/page-turns.ts'
import { countedAs } from '../../../platform/limits/person-limit.ts'
import type { RealtimeSocket } from '../../../platform/realtime/realtime.ts'
import type { Handlers } from '../handlers.ts'
import { roomChannel } from '../participants/seated.ts'
import { deleteAtTable, type InTurn, readAtTable } from './commands.ts'

/** The record at the table: guests who moderate have no other way to it. */
export function recordHandlers(deps: Deps, turnsOf: (socket: RealtimeSocket) => InTurn): Pick<Handlers, 'readHistory' | 'deleteHistory'> {
  return {
    readHistory: ({ data: { viewer, address } }, { before }, seated) =>
      readPage({ address, whose: viewer ? `account ${countedAs(viewer)}` : address }, () => readAtTable(deps, seated, before)),

    deleteHistory: async (socket, _, seated) => {
      const { viewer, address } = socket.data
      const actor = { viewer, address, userAgent: socket.handshake.headers['user-agent'] ?? '' }
      const { roomId, past } = await deleteAtTable(deps, seated, actor, turnsOf(socket))
      deps.io.to(roomChannel(roomId)).emit('historyDeleted', { past })
      return { ok: true }
    },
  }
}
