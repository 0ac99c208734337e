import type { DeckPoints } from '@rodada/contract/rooms/faces'
import { agreedEstimate } from '@rodada/contract/rooms/results'
import { nextTaskOf, type RoomTask } from '@rodada/contract/rooms/tasks'
import type { RoomState } from '../session/room-state.ts'

/** The task that the revealed round voted on; null before the reveal, and for a typed title. */
export const votedTaskId = ({ reveal, past, room }: RoomState): number | null =>
  reveal === null ? null : (past.find(({ round }) => round === room?.round)?.task_id ?? null)

/** What the revealed round saved to its card; null while nothing is. */
export const savedOf = ({ past, room }: RoomState): number | null => past.find(({ round }) => round === room?.round)?.saved ?? null

/** The points that the table agreed on for a card and that nobody saved: they are lost with the round. */
export const unsavedAgreement = (state: RoomState, points?: DeckPoints): number | null =>
  votedTaskId(state) === null || savedOf(state) !== null ? null : agreedEstimate(state.reveal?.votes.map(({ vote }) => vote) ?? [], points)

/** The task that follows the revealed round, as the server chooses it. */
export const nextOf = (state: RoomState): RoomTask | undefined =>
  nextTaskOf({ tasks: state.tasks, selected: state.selectedTask?.task_id ?? null, voted: votedTaskId(state) })
