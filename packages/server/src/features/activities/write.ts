import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import type { Person } from '../../platform/limits/person-limit.ts'
import { type Actor, addAudit } from '../audit/queries.ts'
import type { Happening } from '../boards/events.ts'
import { addEntries } from './queries.ts'

/** Who did something, as the journal keeps it; null for what no person did. */
export const doneBy = (actor: Pick<Person, 'userId' | 'token'> | null) => ({
  user_id: actor?.userId ?? null,
  token_id: actor?.token?.id ?? null,
})

/** Adds one line to a board's activity. */
export const addHappening = (
  trx: Db,
  actor: Pick<Person, 'userId' | 'token'> | null,
  { details = {}, ...happening }: Happening,
): Promise<void> => addEntries(trx, [{ ...happening, ...doneBy(actor), details: JSON.stringify(details), created_at: instant() }])

type IntegrationAct = {
  kind: 'integration.set' | 'integration.changed' | 'integration.secret' | 'integration.confirmed' | 'integration.removed'
  service: 'Slack' | 'GitHub' | 'Webhook'
  /** The integration's address, as far as every member may know it. */
  to?: string
}

/** Tells the board what was done to an integration, and the audit log when access was given or taken. */
export async function noteIntegration(
  trx: Db,
  actor: Actor & { viewer: Pick<Person, 'userId' | 'token'> },
  board: { id: number; title: string },
  { kind, service, to = '' }: IntegrationAct,
): Promise<void> {
  await addHappening(trx, actor.viewer, { board_id: board.id, kind, subject: service })
  if (kind !== 'integration.changed') await addAudit(trx, actor, { kind, subject: board.title, details: { board: board.id, service, to } })
}
