import type { SearchQuestion } from '@rodada/contract/cards/search-question'
import type { SearchState, Sign } from '@rodada/contract/cards/search-words'
import type { Priority } from '@rodada/contract/core/fields'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { likeAnywhere, normalize } from '../../../platform/normalize.ts'
import { keepBusyInTurns } from '../../../platform/work-time.ts'
import type { Actor } from '../../auth/queries.ts'
import { visibleBoardIds } from '../../boards/queries.ts'
import { isIdle, isOpen, isOverdue } from '../count-queries.ts'
import { isOfPerson } from '../participants/queries.ts'
import { storedPriority } from '../queries.ts'
import { isBlocked } from '../relations/mark-queries.ts'

/** People, boards and names that one operator may mean. With all operators of a search they are fewer than what SQLite binds, 32,766. */
const mostMeant = 1000
/** Names of lists and labels that are compared: installations of thousands of boards have few different ones. */
const mostNames = 5000

type Condition = RawBuilder<boolean>
const nothing: Condition = sql<boolean>`(1 = 0)`
const comparisons: Record<Sign, RawBuilder<unknown>> = { ':': sql`=`, '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` }

/** Where a person's day is: `today` is 'YYYY-MM-DD'. */
export type Here = { today: string; timeZone: string }

/** What the operators of a search ask of a card, on boards that the person sees. */
export async function conditionsOf(db: Db, viewer: Actor, asked: SearchQuestion, { today, timeZone }: Here): Promise<Condition[]> {
  const states: Record<SearchState, Condition> = {
    late: isOverdue(today),
    open: isOpen,
    blocked: isBlocked,
    mine: isOfPerson(viewer.userId),
    idle: isIdle(today, timeZone),
    withFiles: sql<boolean>`(cards.file_count > 0)`,
    unestimated: sql<boolean>`(cards.estimate is null)`,
    recurring: sql<boolean>`exists (select 1 from card_recurrences where card_recurrences.card_id = cards.id)`,
  }
  return [
    ...asked.states.map((state): Condition => states[state]),
    ...asked.dues.map(({ sign, day }) => sql<boolean>`cards.due_date ${comparisons[sign]} ${day}`),
    ...(asked.statuses.length > 0 ? [sql<boolean>`cards.status in (${sql.join(asked.statuses)})`] : []),
    ...(asked.priorities.length > 0 ? [hasAnyPriority(asked.priorities)] : []),
    ...(await Promise.all(asked.persons.map((name) => (name === null ? isOfPerson(viewer.userId) : isOfSomebody(db, name))))),
    ...(await Promise.all(asked.places.map((name) => isAt(db, viewer, name)))),
    ...(await Promise.all(asked.labels.map((name) => hasLabel(db, viewer, name)))),
  ]
}

const hasAnyPriority = (wanted: readonly Priority[]): Condition => {
  const one = (priority: Priority) => {
    const stored = storedPriority(priority)
    // What no priority was chosen for is stored as medium.
    return stored.priority === 'medium'
      ? sql`(cards.priority = 'medium' and cards.has_priority = ${stored.has_priority})`
      : sql`cards.priority = ${stored.priority}`
  }
  return sql<boolean>`(${sql.join(wanted.map(one), sql` or `)})`
}

/** Of some names those that hold a folded text. */
async function holding(names: Iterable<string>, wanted: string): Promise<string[]> {
  const found: string[] = []
  await keepBusyInTurns(names, (name) => {
    if (normalize(name).includes(wanted)) found.push(name)
  })
  return found
}

/** Different names on the boards that a person sees: first on those that they are on, so that nobody's public boards crowd these out. */
async function namesSeen(db: Db, viewer: Actor, of: 'lists' | 'labels'): Promise<Set<string>> {
  const names = (boardIds: ReturnType<typeof visibleBoardIds>) =>
    db
      .selectFrom(of)
      .select(of === 'lists' ? 'title as name' : 'name')
      .distinct()
      .where('board_id', 'in', boardIds)
      .limit(mostNames)
      .execute()
  const own = await names(
    visibleBoardIds(db, viewer).where('boards.id', 'in', (eb) =>
      eb.selectFrom('board_members').select('board_id').where('user_id', '=', viewer.userId),
    ),
  )
  return new Set([...own, ...(await names(visibleBoardIds(db, viewer)))].map(({ name }) => name))
}

/** Somebody whose name holds a folded text answers or takes part. Their address is compared by the database only, and finds nobody. */
async function isOfSomebody(db: Db, name: string): Promise<Condition> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(sql<boolean>`search_text like ${likeAnywhere(name)} escape '\\'`)
    .limit(mostMeant)
    .execute()
  const names = new Set(
    await holding(
      rows.map((row) => row.name),
      name,
    ),
  )
  const ids = rows.filter((row) => names.has(row.name)).map(({ id }) => id)
  if (ids.length === 0) return nothing
  const meant = sql.join(ids)
  return sql<boolean>`cards.id in (
    select own.id from cards as own where own.assignee_id in (${meant})
    union select card_id from card_participants where user_id in (${meant}))`
}

/** Its board or its list has a name that holds a folded text. */
async function isAt(db: Db, viewer: Actor, name: string): Promise<Condition> {
  const boards = await visibleBoardIds(db, viewer)
    .select('boards.title')
    .where(sql<boolean>`boards.search_text like ${likeAnywhere(name)} escape '\\'`)
    .orderBy(sql`case when boards.id in (select board_id from board_members where user_id = ${viewer.userId}) then 0 else 1 end`)
    .limit(mostMeant)
    .execute()
  const called = new Set(
    await holding(
      boards.map(({ title }) => title),
      name,
    ),
  )
  const ids = boards.filter(({ title }) => called.has(title)).map(({ id }) => id)
  const titles = (await holding(await namesSeen(db, viewer, 'lists'), name)).slice(0, mostMeant)
  const conditions = [
    ...(ids.length > 0 ? [sql<boolean>`cards.board_id in (${sql.join(ids)})`] : []),
    ...(titles.length > 0 ? [sql<boolean>`lists.title in (${sql.join(titles)})`] : []),
  ]
  return conditions.length === 0 ? nothing : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

async function hasLabel(db: Db, viewer: Actor, name: string): Promise<Condition> {
  const names = (await holding(await namesSeen(db, viewer, 'labels'), name)).slice(0, mostMeant)
  if (names.length === 0) return nothing
  return sql<boolean>`exists (
    select 1 from card_labels join labels on labels.id = card_labels.label_id
    where card_labels.card_id = cards.id and labels.name in (${sql.join(names)}))`
}
