import type { PersonSummary } from '@rodada/contract/core/fields'
import type { Db } from '../../platform/database.ts'
import { normalize } from '../../platform/normalize.ts'
import type { Actor } from '../auth/queries.ts'
import type { BundleHead } from './bundle-model.ts'
import type { OutsidePerson } from './model.ts'
import type { ImportRow, Maps } from './queries.ts'

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

/** Values per statement. */
const atOnce = 500
const portions = <Value>(values: Iterable<Value>): Value[][] => {
  const all = [...new Set(values)]
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) => all.slice(index * atOnce, (index + 1) * atOnce))
}

/** Those of some accounts whom a person may take somebody of a file for. */
export async function listReachable(db: Db, viewer: Actor, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  for (const some of portions(ids))
    for (const { id } of await reachable(db, viewer).select('users.id').where('users.id', 'in', some).execute()) found.add(id)
  return found
}

/**
 * Who the people of a file are, among those with whom a board is shared: by an address that is known to be the account's, else by a name that one of
 * them has alone. Of anybody else an address finds nothing, so that a file of addresses does not tell who has an account.
 * @param mailed whether mail is sent, so that addresses are confirmed: anybody can register with a foreign one
 */
export async function matchPeople(
  db: Db,
  viewer: Actor,
  people: readonly OutsidePerson[],
  mailed: boolean,
): Promise<Record<string, number | null>> {
  const matches: Record<string, number | null> = {}
  const byAddress = new Map<string, number>()
  for (const some of portions(people.flatMap(({ email }) => (email ? [email.trim().toLowerCase()] : [])))) {
    const rows = await reachable(db, viewer)
      .select(['users.id', 'users.email'])
      .where('users.email', 'in', some)
      .where((eb) => eb.or([eb('users.email_verified_at', 'is not', null), ...(mailed ? [] : [eb('users.email_claimed_at', 'is', null)])]))
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

/** The accounts for which people are taken, without those with whom no board is shared any more since the file was read. */
export async function wantedPeople(
  db: Db,
  viewer: Actor,
  { choices, maps }: Pick<ImportRow, 'choices' | 'maps'>,
  { people }: BundleHead,
): Promise<Maps['people']> {
  const chosen = people.map(({ id }) => [id, (choices.people?.[id] === undefined ? maps.people[id] : choices.people[id]) ?? null] as const)
  const reachable = await listReachable(
    db,
    viewer,
    chosen.flatMap(([, account]) => account ?? []),
  )
  return Object.fromEntries(chosen.map(([id, account]) => [id, account !== null && reachable.has(account) ? account : null]))
}

/** How those of some accounts are shown whom a person may take somebody of a file for, by their ids. */
export async function listSummaries(db: Db, viewer: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, PersonSummary>> {
  const found = new Map<number, PersonSummary>()
  for (const some of portions(ids)) {
    const people = reachable(db, viewer).select(['users.id', 'users.name', 'users.avatar_url']).where('users.id', 'in', some)
    for (const person of await people.execute()) found.set(person.id, person)
  }
  return found
}
