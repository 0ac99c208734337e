import type { Deps } from '../../../platform/deps.ts'
import { readPage } from '../../../platform/limits/page-turns.ts'
import { countedAs } from '../../../platform/limits/person-limit.ts'
import type { Handlers } from '../handlers.ts'
import { roomChannel } from '../participants/seated.ts'
import { deleteAtTable, readAtTable } from './commands.ts'

/** The record at the table: guests who moderate have no other way to it. */
export function recordHandlers(deps: Deps): Pick<Handlers, 'readHistory' | 'deleteHistory'> {
  return {
    readHistory: ({ data: { viewer, address } }, { before }, seated) =>
      readPage({ address, whose: viewer ? `account ${countedAs(viewer)}` : address }, () => readAtTable(deps, seated, before)),

    deleteHistory: async ({ data: { viewer, address }, handshake: { headers } }, __, seated) => {
      const { roomId, past } = await deleteAtTable(deps, seated, { viewer, address, userAgent: headers['user-agent'] ?? '' })
      deps.io.to(roomChannel(roomId)).emit('historyDeleted', { past })
      return { ok: true }
    },
  }
}
