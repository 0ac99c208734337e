import type { PersonSummary } from '@rodada/contract/core/fields'
import type { Deps } from '../../../platform/deps.ts'
import { leave } from '../commands.ts'
import { moderationNews } from '../moderation/socket.ts'
import type { Roster } from './roster.ts'
import { listSeatsOf, updateAvatarOf } from './seat-queries.ts'

/** Shows a person's new picture at the tables where they sit, unless they chose another for one. Call after the commit. */
export async function showAtTables(
  { db }: Pick<Deps, 'db'>,
  roster: Roster,
  { id, avatar_url }: PersonSummary,
  before: string | null,
): Promise<void> {
  if (avatar_url === before) return
  for (const roomId of await updateAvatarOf(db, id, before, avatar_url)) roster.peopleChanged(roomId)
}

/** Gives up the seats of an account that cannot come back; others follow where it moderated. Call after the commit. */
export async function leaveTables(
  deps: Pick<Deps, 'db' | 'engine' | 'events' | 'io' | 'processId'>,
  roster: Roster,
  userId: number,
): Promise<void> {
  const news = moderationNews(deps)
  for (const seat of await listSeatsOf(deps.db, userId)) {
    const heir = await leave(deps, seat)
    news.seatGone(seat)
    news.moderatorChanged(seat.roomId, heir)
    roster.peopleChanged(seat.roomId)
  }
}
