import { t } from '../../i18n/index.ts'
import { format } from '../../lib/format.ts'
import type { RoomState } from './room-state.ts'

/** The task that the revealed round voted on; null before the reveal, and for a typed title. */
export const votedTaskId = ({ reveal, past, room }: RoomState): number | null =>
  reveal === null ? null : (past.find(({ round }) => round === room?.round)?.task_id ?? null)

/** '5 pontos', in the language's number format. */
export const pointsText = (points: number): string => t('rooms:tasks.points', { count: points, number: format.number(points) })
