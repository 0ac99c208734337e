import type { PersonSummary } from '@rodada/contract/core/fields'
import type { Db } from '../../platform/database.ts'
import { normalize } from '../../platform/normalize.ts'
import type { Actor } from '../auth/queries.ts'
import type { OutsidePerson } from './model.ts'

/** Accounts in use with whom somebody shares a board, and they themselves; for a system admin all. */
const reachable = (db: Db, viewer: Actor) =>
  db
    .selectFrom('users')
    .where('users.deactivated_at', 'is', null)
    .$if(viewer.role !== 'admin', (query) =>
      query.where((where) =>
        where.or([
          where('users.id', '=', viewer.userId),
          where('users.id', 'in', (eb) =>
            eb
              .selectFrom('board_members as own')
              .innerJoin('boards', 'boards.id', 'own.board_id')
              .innerJoin('board_members as other', 'other.board_id', 'own.board_id')
              .select('other.user_id')
              .where('own.user_id', '=', viewer.userId)
              .where('boards.deleted_at', 'is', null),
          ),
        ]),
      ),
    )

const mostAsked = 500

/** Those of some accounts whom a person may take somebody of a file for. */
export async function listReachable(db: Db, viewer: Actor, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await reachable(db, viewer).select('users.id').where('users.id', 'in', ids.slice(0, mostAsked)).execute()
  return new Set(rows.map(({ id }) => id))
}

const reachableAddresses = async (db: Db, viewer: Actor, addresses: readonly string[]): Promise<string[]> =>
  addresses.length === 0
    ? []
    : (await reachable(db, viewer).select('users.email').where('users.email', 'in', addresses).execute()).map(({ email }) => email)

/**
 * Who the people of a file are: by an address that an account is known to have, else by a name that one of the people around has alone.
 * @param how `mailed`: whether mail is sent, so that addresses are confirmed: anybody can register with a foreign one; `mayAsk` counts one more
 * address of somebody who is not around
 */
export async function matchPeople(
  db: Db,
  viewer: Actor,
  people: readonly OutsidePerson[],
  { mailed, mayAsk }: { mailed: boolean; mayAsk: () => Promise<boolean> },
): Promise<Record<string, number | null>> {
  const matches: Record<string, number | null> = {}
  const addresses = [...new Set(people.flatMap(({ email }) => (email ? [email.trim().toLowerCase()] : [])))].slice(0, mostAsked)
  const byAddress = new Map<string, number>()
  // Of people around nobody learns anything; of every other address, whether it has an account and whose it is.
  const asked = new Set(await reachableAddresses(db, viewer, addresses))
  for (const address of addresses) {
    if (asked.has(address)) continue
    if (!(await mayAsk())) break
    asked.add(address)
  }
  if (asked.size > 0) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', 'in', [...asked])
      .where('deactivated_at', 'is', null)
      .where((eb) => eb.or([eb('email_verified_at', 'is not', null), ...(mailed ? [] : [eb('email_claimed_at', 'is', null)])]))
      .execute()
    for (const { id, email } of rows) byAddress.set(email, id)
  }
  const names = await reachable(db, viewer).select(['users.id', 'users.name']).orderBy('users.id').limit(2000).execute()
  const byName = Map.groupBy(names, ({ name }) => normalize(name))
  for (const { id, name, email } of people) {
    const namesakes = byName.get(normalize(name)) ?? []
    matches[id] = byAddress.get(email?.trim().toLowerCase() ?? '') ?? (namesakes.length === 1 ? (namesakes[0]?.id ?? null) : null)
  }
  return matches
}

/** How people are shown, by their ids. */
export async function listSummaries(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PersonSummary>> {
  const found = new Map<number, PersonSummary>()
  if (ids.length === 0) return found
  for (const person of await db.selectFrom('users').select(['id', 'name', 'avatar_url']).where('id', 'in', ids).execute())
    found.set(person.id, person)
  return found
}
