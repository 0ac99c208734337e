import { boardEvents } from '@rodada/contract/boards/events'
import type { Registry } from '../../platform/feature.ts'
import { accountChanged, accountRegained, personChanged } from '../auth/events.ts'
import { createBoard } from './commands.ts'
import { fieldRoutes } from './fields/routes.ts'
import { followGroups } from './groups/follow.ts'
import { groupRoutes } from './groups/routes.ts'
import { listRoutes } from './lists/routes.ts'
import { type BoardLive, createBoardLive } from './live.ts'
import { createBoardMails } from './members/emails.ts'
import { deleteInvitationsBy } from './members/invitation-queries.ts'
import { memberRoutes } from './members/routes.ts'
import { createOverview, overviewSockets } from './overview.ts'
import { boardRoutes } from './routes.ts'
import { savedFilterRoutes } from './saved-filters/routes.ts'
import { boardSockets } from './socket.ts'
import { type CreateBoard, createWrite, createWriteBoards, type Write, type WriteBoards } from './write.ts'

/** How the features above change a board, and tell the people who show it. */
export type Boards = Pick<BoardLive, 'publish' | 'notified' | 'accessChanged'> & {
  write: Write
  writeBoards: WriteBoards
  create: CreateBoard
}

/** Boards with their lists, labels, members and invitations, and the people who look at them. */
export function registerBoards({ deps, route, jobs, socketEvents }: Registry): Boards {
  const { events } = deps
  const live = createBoardLive(deps, createOverview(deps))
  const write = createWrite(deps, live.publish)
  boardRoutes(route, deps, live, write)
  fieldRoutes(route, deps, write)
  listRoutes(route, write)
  savedFilterRoutes(route, deps, write)
  groupRoutes(route, deps, live, write)
  followGroups(deps, live, write)
  memberRoutes(route, deps, live, createBoardMails(deps), write)
  socketEvents(boardEvents, { ...boardSockets(deps, live, jobs), ...overviewSockets })
  events.on(accountRegained, ({ trx }, { userId }) => deleteInvitationsBy(trx, userId))
  events.onAnnounced(personChanged, ({ person }) => live.personChanged(person))
  events.onAnnounced(accountChanged, ({ userId, roleChanged }) => {
    if (roleChanged) live.accountChanged(userId)
  })
  return {
    publish: live.publish,
    notified: live.notified,
    accessChanged: live.accessChanged,
    write,
    writeBoards: createWriteBoards(deps, live.publish),
    create: (viewer, board) => deps.db.transaction().execute((trx) => createBoard(events.begin(trx, viewer), viewer, board)),
  }
}
