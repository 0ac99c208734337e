import { QueryClient, QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { generateKeyBetween } from 'fractional-indexing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Change } from './changes.ts'
import { cardIdsOf, createLiveModel, type LiveState } from './live-state.ts'
import { createLiveStore } from './live-store.ts'
import { startLiveSync } from './live-sync.ts'
import { createQueryPlace } from './query-place.ts'
import { cardRank } from './ranks.ts'
import { createUndoStack } from './undo-stack.ts'
import { createWrites } from './writes.ts'

/** Nobody tells of news by itself here: when they are heard of is one of the things that the sequences vary. */
vi.mock('../../lib/live/live-socket.ts', () => ({ joinLive: () => () => {}, retryLive: () => {} }))

type Item = { id: number; rank: string; list_id: number; title: string }
type List = { id: number; rank: string }
type State = LiveState<{ revision: number }, List, Item>

const lists: List[] = [
  { id: 10, rank: 'a0' },
  { id: 20, rank: 'a1' },
]
const model = createLiveModel<{ revision: number }, List, Item>({
  columnOf: ({ list_id }) => list_id,
  place: (card, { listId, rank }) => ({ ...card, list_id: listId, rank }),
  draw: (card, change) => {
    if (change.kind === 'removeCards') return undefined
    return change.kind === 'patchCards' ? { ...card, title: change.fields.title ?? card.title } : card
  },
  patchList: (list) => list,
  keepFrame: (_, now) => now,
})

/** The same cards as a query has them: all of them, as they were told. */
function drawOnAll(cards: readonly Item[], change: Change<Item>): readonly Item[] {
  switch (change.kind) {
    case 'addCard':
      return cards.some(({ id }) => id === change.card.id) ? cards : [...cards, change.card]
    case 'removeCards':
      return cards.filter(({ id }) => !change.cardIds.includes(id))
    case 'patchCards':
      return cards.map((card) => (change.cardIds.includes(card.id) ? { ...card, title: change.fields.title ?? card.title } : card))
    case 'moveCard':
      return cards.map((card) => (card.id === change.cardId ? { ...card, list_id: change.listId, rank: change.rank } : card))
    default:
      return cards
  }
}

/** What is asked of the server, by this tab or by somebody else. */
type Wish =
  | { kind: 'rename'; card: number; title: string }
  | { kind: 'move'; card: number; listId: number; behind: number }
  | { kind: 'remove'; card: number }
  | { kind: 'add'; listId: number; title: string }

/** A server that keeps cards in the order of their ranks, and says what changed since a revision. */
function createServer() {
  const cards = new Map<number, Item>()
  const changed = new Map<number, number>()
  let revision = 1
  const inList = (listId: number) =>
    [...cards.values()]
      .filter(({ list_id }) => list_id === listId)
      .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.id - b.id))
  const put = (card: Item): Item => {
    revision += 1
    cards.set(card.id, card)
    changed.set(card.id, revision)
    return card
  }
  const rankBehind = (listId: number, afterId: number | null, cardId: number) => {
    const others = inList(listId).filter(({ id }) => id !== cardId)
    const at = afterId === null ? -1 : others.findIndex(({ id }) => id === afterId)
    return generateKeyBetween(others[at]?.rank ?? null, others[at + 1]?.rank ?? null)
  }
  const add = (listId: number, title: string) =>
    put({ id: changed.size + 1, list_id: listId, title, rank: generateKeyBetween(inList(listId).at(-1)?.rank ?? null, null) })
  for (const [listId, title] of [
    [10, 'a'],
    [10, 'b'],
    [10, 'c'],
    [20, 'd'],
  ] as const)
    add(listId, title)
  return {
    inList,
    /** Undefined: the card is gone. */
    rename: (id: number, title: string) => {
      const card = cards.get(id)
      return card && put({ ...card, title })
    },
    move: (id: number, listId: number, afterId: number | null) => {
      const card = cards.get(id)
      return card && put({ ...card, list_id: listId, rank: rankBehind(listId, afterId, id) })
    },
    remove: (id: number) => {
      const card = cards.get(id)
      if (!card) return undefined
      put(card)
      cards.delete(id)
      return card
    },
    add,
    all: () => [...cards.values()],
    since: (from: number) => {
      const news = [...changed].filter(([, at]) => at > from).map(([id]) => id)
      return {
        frame: { revision },
        lists,
        cards: news.flatMap((id) => cards.get(id) ?? []),
        removed: news.filter((id) => !cards.has(id)),
      }
    },
  }
}
type Server = ReturnType<typeof createServer>

/** A tab that shows the server's board, and its cards as a query besides, over a network whose order the scheduler decides. */
function openTab(server: Server, s: fc.Scheduler) {
  const store = createLiveStore<State>()
  const travel = () => s.schedule(Promise.resolve())
  const asked = async <Answer>(read: () => Answer): Promise<Answer> => {
    await travel()
    const answer = read()
    await travel()
    return answer
  }
  const ask = (since: number) => asked(() => server.since(since))
  const sync = startLiveSync(store, {
    model,
    boardIdOf: () => 1,
    askWhole: () => ({ askedAt: Date.now(), answer: ask(0) }),
    askChanges: ask,
  })
  const client = new QueryClient()
  const queryKey = ['cards']
  const query = new QueryObserver(client, { queryKey, queryFn: () => asked(server.all), retry: false, networkMode: 'always' })
  const closeQuery = query.subscribe(() => {})
  const refresh = () => Promise.all([sync.refresh(), client.invalidateQueries({ queryKey })])
  const writes = createWrites<Item>({ place: model.placeOf(store), refresh, undo: createUndoStack(), offline: () => '' })
  const inQuery = createQueryPlace<readonly Item[], Item>({ client, queryKey, draw: drawOnAll })
  writes.join(inQuery)
  let temporary = 0
  const act = (wish: Wish, isRefused: boolean): void => {
    const { board } = store.get()
    if (!board) return
    const send = (run: () => Item | undefined) => async (): Promise<Item> => {
      await travel()
      const reply = isRefused ? undefined : run()
      await travel()
      if (!reply) throw new Error('refused')
      return reply
    }
    if (wish.kind === 'add') {
      const { listId, title } = wish
      temporary -= 1
      const rank = cardRank(board, temporary, listId, cardIdsOf(board, listId).at(-1) ?? null)
      const added = (card: Item): Change<Item> => ({ kind: 'addCard', listId, card })
      void writes.attempt(
        added({ id: temporary, list_id: listId, rank, title }),
        send(() => server.add(listId, title)),
        added,
      )
      return
    }
    // Cards that have no number yet are left alone, as on screen.
    const ids = [...board.cards.keys()].filter((id) => id > 0)
    const cardId = ids[wish.card % Math.max(1, ids.length)]
    if (cardId === undefined) return
    if (wish.kind === 'rename')
      void writes.attempt(
        { kind: 'patchCards', cardIds: [cardId], fields: { title: wish.title } },
        send(() => server.rename(cardId, wish.title)),
      )
    else if (wish.kind === 'remove')
      void writes.attempt(
        { kind: 'removeCards', cardIds: [cardId] },
        send(() => server.remove(cardId)),
      )
    else {
      const { listId } = wish
      const others = [null, ...cardIdsOf(board, listId).filter((id) => id > 0 && id !== cardId)]
      const afterId = others[wish.behind % others.length] ?? null
      const rank = cardRank(board, cardId, listId, afterId)
      void writes.attempt(
        { kind: 'moveCard', cardId, listId, rank, status: 'pendente' },
        send(() => server.move(cardId, listId, afterId)),
      )
    }
  }
  const onBoard = () => {
    const { board } = store.get()
    return lists.map(({ id }) => (board ? cardIdsOf(board, id).map((cardId) => board.cards.get(cardId)) : null))
  }
  const drawnQuery = () =>
    inQuery.get().pending.reduce((cards, { change }) => drawOnAll(cards, change), client.getQueryData<readonly Item[]>(queryKey) ?? [])
  const close = () => {
    sync.close()
    closeQuery()
    client.clear()
  }
  return { store, refresh, act, onBoard, drawnQuery, inQuery, close }
}

/** Somebody else does it. */
function actElsewhere(server: Server, wish: Wish): void {
  if (wish.kind === 'add') return void server.add(wish.listId, wish.title)
  const all = server.all()
  const id = all[wish.card % Math.max(1, all.length)]?.id ?? 0
  if (wish.kind === 'rename') server.rename(id, wish.title)
  else if (wish.kind === 'remove') server.remove(id)
  else server.move(id, wish.listId, server.inList(wish.listId)[wish.behind]?.id ?? null)
}

const card = fc.nat(7)
const listId = fc.constantFrom(10, 20)
const title = fc.constantFrom('x', 'y', 'z')
const wish: fc.Arbitrary<Wish> = fc.oneof(
  fc.record({ kind: fc.constant('rename' as const), card, title }),
  fc.record({ kind: fc.constant('move' as const), card, listId, behind: fc.nat(4) }),
  fc.record({ kind: fc.constant('remove' as const), card }),
  fc.record({ kind: fc.constant('add' as const), listId, title }),
)
const step = fc.oneof(
  fc.record({ by: fc.constant('me' as const), wish, isRefused: fc.boolean() }),
  fc.record({ by: fc.constant('somebody' as const), wish }),
  fc.constant({ by: 'news' as const }),
  fc.record({ by: fc.constant('network' as const), times: fc.integer({ min: 1, max: 4 }) }),
)

const opened: { close: () => void }[] = []
afterEach(() => {
  for (const tab of opened.splice(0)) tab.close()
})

test('whatever is done here and elsewhere, accepted or refused, and however answers overtake each other: in the end what is shown is what the server has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 30 }), async (s, steps) => {
      const server = createServer()
      const tab = openTab(server, s)
      opened.push(tab)
      await s.waitIdle()
      for (const each of steps) {
        if (each.by === 'me') tab.act(each.wish, each.isRefused)
        else if (each.by === 'somebody') actElsewhere(server, each.wish)
        else if (each.by === 'news') void tab.refresh()
        else for (let turn = 0; turn < each.times && s.count() > 0; turn++) await s.waitOne()
      }
      await s.waitIdle()
      void tab.refresh()
      await s.waitIdle()
      expect(tab.onBoard()).toEqual(lists.map(({ id }) => server.inList(id)))
      expect(tab.store.get().board?.pending).toEqual([])
      expect(tab.drawnQuery()).toEqual(server.all())
      expect(tab.inQuery.get().pending).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('a refused change leaves no trace', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(wish, { minLength: 1, maxLength: 8 }), async (s, wishes) => {
      const tab = openTab(createServer(), s)
      opened.push(tab)
      await s.waitIdle()
      const before = tab.store.get().board
      const inQuery = tab.drawnQuery()
      for (const each of wishes) tab.act(each, true)
      await s.waitIdle()
      expect(tab.store.get().board).toEqual(before)
      expect([tab.drawnQuery(), tab.inQuery.get().pending]).toEqual([inQuery, []])
    }),
    { numRuns: 60 },
  )
})
