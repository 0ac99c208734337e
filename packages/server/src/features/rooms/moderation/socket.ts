import type { NewModerator } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import type { Handlers } from '../handlers.ts'
import type { Roster } from '../participants/roster.ts'
import { roomChannel, type Seated, seatChannel } from '../participants/seated.ts'
import * as commands from './commands.ts'

export type ModerationNews = {
  /** Takes all tabs of a seat off its table and tells them why. */
  seatGone: (seat: Pick<Seated, 'roomId' | 'seatId'>, removed?: true) => void
  /** Tells a room who moderates it from now on, if that is somebody new. */
  moderatorChanged: (roomId: number, moderator: NewModerator | undefined) => void
}

export const moderationNews = ({ io }: Pick<Deps, 'io'>): ModerationNews => ({
  seatGone: ({ roomId, seatId }, removed) => {
    const message = removed ? texts.removedFromRoom : texts.seatLost
    // Processes hear these in their order: somebody who was told is off the table already, whichever process they are connected to.
    io.in(seatChannel(seatId)).socketsLeave(roomChannel(roomId))
    io.to(seatChannel(seatId)).emit('seatLost', { message, ...(removed && { removed }) })
    io.in(seatChannel(seatId)).socketsLeave(seatChannel(seatId))
  },
  moderatorChanged: (roomId, moderator) => {
    if (moderator) io.to(roomChannel(roomId)).emit('moderatorChanged', moderator)
  },
})

/** The events of those who moderate. `settle` resolves when the votes under way are stored: those of a removed seat go with it. */
export function moderationHandlers(
  deps: Deps,
  roster: Roster,
  settle: () => Promise<void>,
): Pick<Handlers, 'removeParticipant' | 'makeModerator'> {
  const news = moderationNews(deps)
  const ok = { ok: true } as const
  return {
    removeParticipant: async (_, { participantId }, seated) => {
      await settle()
      await commands.remove(deps, seated, participantId)
      news.seatGone({ roomId: seated.roomId, seatId: participantId }, true)
      roster.peopleChanged(seated.roomId)
      return ok
    },

    makeModerator: async (_, { participantId }, seated) => {
      const moderator = await commands.makeModerator(deps, seated, participantId)
      news.moderatorChanged(seated.roomId, moderator)
      if (moderator) roster.peopleChanged(seated.roomId)
      return ok
    },
  }
}
