import type { List } from '@rodada/contract/boards/boards'
import { readUserData } from '../../../lib/device/storage.ts'
import { useBoardPart, useSession } from './board-session.ts'
import type { BoardFrame } from './board-state.ts'

const noLists: readonly List[] = []
const noFrame: Pick<BoardFrame, 'can' | 'fields' | 'labels' | 'members' | 'revision'> = {
  can: { write: false, administer: false },
  fields: [],
  labels: [],
  members: [],
  revision: 0,
}

/** The board that is on screen, for what opens over it. @throws outside of BoardScreen. */
export function useBoard() {
  const session = useSession()
  const { can, fields, labels, members, revision } = useBoardPart<typeof noFrame>(({ frame }) => frame, noFrame)
  // The lists from left to right, without their cards.
  const lists = useBoardPart((board) => board.lists, noLists)
  return { ...session, can, fields, labels, members, lists, revision, viewerId: readUserData()?.id ?? 0 }
}
