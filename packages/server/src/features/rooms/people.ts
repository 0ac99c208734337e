import type { PersonSummary } from '@rodada/contract/fields'
import type { Deps } from '../../platform/deps.ts'
import type { Roster } from './roster.ts'
import { updateAvatarOf } from './seat-queries.ts'

/** Shows a person's new picture at the tables where they sit, unless they chose another for one. Call after the commit. */
export async function showAtTablesAnew(
  { db }: Pick<Deps, 'db'>,
  roster: Roster,
  { id, avatar_url }: PersonSummary,
  before: string | null,
): Promise<void> {
  for (const roomId of await updateAvatarOf(db, id, before, avatar_url)) roster.peopleChanged(roomId)
}
