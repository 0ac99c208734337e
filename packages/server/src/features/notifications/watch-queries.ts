import type { Notification } from '@rodada/contract/notifications/notifications'
import type { WatchedChange } from '@rodada/contract/notifications/settings'
import type { Db } from '../../platform/database.ts'
import { findNames } from '../activities/queries.ts'
import type { CardChange, CardsChanged } from '../cards/events.ts'
import { listWatchers, watchersOf } from '../cards/watching/queries.ts'
import { addNotices, changesOf, gatheredOnBoard, type Notice, namedCards } from './notice-queries.ts'

/** What a change is to those who watch, the weightiest of several; undefined when it is nothing to them. */
function meaningOf({ before, facts, fields }: CardChange): WatchedChange | undefined {
  if (before === null) return 'created'
  const weighty = (['deleted', 'archived', 'restored', 'done', 'reopened'] as const).find((fact) => facts.has(fact))
  if (weighty) return weighty
  if (fields.includes('due_date')) return 'due'
  if (facts.has('moved')) return 'moved'
  if (facts.has('assigned')) return 'assigned'
  return facts.has('edited') ? 'edited' : undefined
}

type News = { change: CardChange; meaning: WatchedChange }

/**
 * Notifies those who watch cards or their board of what somebody did there. Who was assigned a card, or called by name
 * in it (`toldOf`), hears that, and nothing else of the same change. @returns the notified people
 */
export async function tellWatchers(
  trx: Db,
  { board, follows, changes }: CardsChanged,
  actorId: number | null,
  toldOf: (cardId: number) => ReadonlySet<number>,
): Promise<number[]> {
  if (follows) return []
  const news = changes.flatMap((change) => {
    const meaning = meaningOf(change)
    return meaning ? [{ change, meaning }] : []
  })
  if (news.length === 0) return []
  const watching = await listWatchers(
    trx,
    board.id,
    // Of a card that was made just now, nobody watches more than its board.
    news.flatMap(({ change }) => (change.before ? [change.after.id] : [])),
  )
  const byPerson = new Map<number, News[]>()
  for (const one of news) {
    const { after, facts } = one.change
    for (const id of watchersOf(watching, after.id)) {
      if (id === actorId || toldOf(after.id).has(id) || (facts.has('assigned') && after.assignee_id === id)) continue
      byPerson.set(id, [...(byPerson.get(id) ?? []), one])
    }
  }
  // Those who watch the same cards, as everybody who watches the board, are told together.
  const groups = Map.groupBy(byPerson, ([, own]) => own.map(({ change }) => change.after.id).join())
  const told: number[] = []
  for (const people of groups.values()) {
    const ids = people.map(([id]) => id)
    const [, own = []] = people[0] ?? []
    told.push(...(await addNotices(trx, { ...(await noticeOf(trx, board, own, actorId)), watchers: new Set(ids) }, ids)))
  }
  return told
}

/** One card by itself, many as one row of their board. */
async function noticeOf(trx: Db, board: CardsChanged['board'], news: readonly News[], actorId: number | null): Promise<Notice> {
  const about = { kind: 'card_changed' as const, board_id: board.id, actor_id: actorId }
  const [first, second] = news
  if (first && second === undefined) {
    const { after } = first.change
    const details = { change: first.meaning, ...(await valuesOf(trx, first)) }
    return { ...about, card_id: after.id, subject: after.title, details, gather: changesOf(after.id, actorId) }
  }
  const cards = news.slice(0, namedCards).map(({ change }) => change.after.title)
  return {
    ...about,
    subject: board.title,
    details: { cards },
    count: news.length,
    gather: gatheredOnBoard('card_changed', board.id, actorId),
  }
}

/** What a watched change took away and what it put there, as people read it. */
async function valuesOf(trx: Db, { meaning, change: { before, after } }: News): Promise<Notification['details']> {
  const named = async (of: 'lists' | 'users', from: number | null, to: number | null) => {
    const names = await findNames(trx, of, [from, to])
    return { ...(from !== null && { from: names.get(from) ?? '' }), ...(to !== null && { to: names.get(to) ?? '' }) }
  }
  if (!before) return {}
  if (meaning === 'due')
    return {
      ...(before.due_date !== null && { from: before.due_date }),
      ...(after.due_date !== null && { to: after.due_date, due_date: after.due_date }),
    }
  if (meaning === 'moved' && before.board_id === after.board_id && before.list_id !== after.list_id)
    return named('lists', before.list_id, after.list_id)
  if (meaning === 'assigned') return named('users', before.assignee_id, after.assignee_id)
  return {}
}
