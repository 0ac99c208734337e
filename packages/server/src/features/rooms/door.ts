import type { JoinRoom } from '@rodada/contract/rooms/room-events'
import type { RoomInvitation } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import { createRoomPasswords, type Guesser, refused } from './door-passwords.ts'
import type { RoomRow } from './queries.ts'

type Newcomer = Omit<Guesser, 'browserId'> & {
  /** Whether the table knows this person: a seat was theirs before. */
  isKnown: boolean
  input: Pick<z.output<typeof JoinRoom>, 'password' | 'hostToken' | 'browserId'>
}

export const doorOf = (room: Pick<RoomRow, 'password_hash' | 'accounts_only'>): Pick<RoomInvitation, 'hasPassword' | 'accountsOnly'> => ({
  hasPassword: room.password_hash !== null,
  accountsOnly: room.accounts_only === 1,
})

export type Door = {
  /**
   * Who may come in: everybody where a room asks for nothing; who has a seat there, and who opened the room, always.
   * @returns whether the password that the newcomer gave is still to be looked at @throws AppError with what the room asks for
   */
  asksPassword: (room: RoomRow, newcomer: Newcomer) => boolean
  /** Looks at the password, which may take long. @throws AppError when it is wrong, or there were too many of those */
  lookAtPassword: (room: RoomRow, newcomer: Newcomer) => Promise<void>
}

export function createDoor(deps: Deps): Door {
  const look = createRoomPasswords(deps)
  return {
    asksPassword: (room, { viewer, isKnown, input }) => {
      if (isKnown || (input.hostToken && hashSecret(input.hostToken) === room.host_token_hash)) return false
      if (room.accounts_only === 1 && !viewer) throw new AppError('unauthorized', texts.roomAccountsOnly)
      if (room.password_hash !== null && !input.password) throw refused(texts.roomPasswordNeeded, null)
      return room.password_hash !== null
    },
    lookAtPassword: (room, { viewer, address, input }) => look(room, input.password ?? '', { viewer, address, browserId: input.browserId }),
  }
}
