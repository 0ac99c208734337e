import { textOf } from '../../packages/server/test/plain-words.ts'
import { Driver } from '../driver.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy, percentile } from '../numbers.ts'
import { openAccount, openBoard, sameBytes } from '../open-board.ts'
import { Server } from '../server.ts'
import { onEachStore, type Store, sqlite, type Values } from '../stores.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times, whole } from './table.ts'

const boards = 100
const cardsEach = 1000
const searches = 30
const goalMs = 30
const commentsEach = 2
/** A person types and reads between two searches. Without a pause they would wait, because nobody may keep the database busy for longer than a quarter of the time. */
const pauseMs = 150

/** What a person types: found almost nowhere, in many cards, in none, and too short to tell much. */
const typed = {
  'palavra rara': 'conciliacao',
  'palavra comum': 'relatorio',
  'palavra que não há': 'xilofone',
  'duas letras': 're',
} as const

/** And what only comments and items hold, which searches did not find before. */
const typedOfTalk = {
  'palavra rara em comentários': 'ornitorrinco',
  'palavra comum em comentários': 'reuniao',
  'palavra rara em itens': 'berimbau',
  'palavras em lugares diferentes': 'conciliacao reuniao',
} as const

/**
 * Ctrl+K among 100,000 cards that one person sees, with their comments and checklist items, on each database: what titles and descriptions hold beside
 * a bare server that sends the same bytes, and what is said on cards beside the search of before, which read titles and descriptions alone.
 */
export const searchRows = (plan: Plan): Promise<Row[]> => onEachStore(plan.say, (store) => rowsOn(store, plan))

async function rowsOn(store: Store, { turns, say }: Plan): Promise<Row[]> {
  const bare = await Server.start('bare-http')
  const ours = await Server.start('ours', store.settings)
  const driver = new Driver()
  try {
    const target = await fillBoards(ours, store)
    const bareTarget: BoardTarget = { port: bare.port, token: '', boardId: 1, listIds: [] }
    const rows: Row[] = []
    for (const [name, q] of Object.entries(typed)) {
      const path = `/cards/search?q=${q}&limit=8`
      await sameBytes(target, path, bare)
      const measured: { ours: number; baseline: number }[] = []
      for (let turn = 0; turn <= turns; turn++) {
        const baseline = (await driver.play('readPath', { target: bareTarget, path: '/boards/1', times: searches, pauseMs })).p50
        const answer = (await driver.play('readPath', { target, path, times: searches, pauseMs })).p50
        // The first turn warms up.
        if (turn > 0) measured.push({ ours: answer, baseline })
      }
      const median = medianBy(measured, ({ ours, baseline }) => ours / baseline)
      say(`busca, ${store.name}, ${name}: ${ms(median.ours)} (nu: ${ms(median.baseline)})`)
      rows.push({
        name: `busca em ${whole(boards * cardsEach)} cartões, ${name}, ${store.name}, p50`,
        ours: ms(median.ours),
        baseline: ms(median.baseline),
        ratio: times(median.ours / median.baseline),
        goal: `≤ ${ms(goalMs)}`,
        ok: median.ours <= goalMs,
      })
    }
    for (const [name, q] of Object.entries(typedOfTalk)) {
      const path = `/cards/search?q=${encodeURIComponent(q)}&limit=8`
      const measured: { ours: number; baseline: number }[] = []
      for (let turn = 0; turn <= turns; turn++) {
        const baseline = await searchOfBefore(ours, store, q)
        const answer = (await driver.play('readPath', { target, path, times: searches, pauseMs })).p50
        if (turn > 0) measured.push({ ours: answer, baseline })
      }
      const median = medianBy(measured, ({ ours, baseline }) => ours / baseline)
      say(`busca, ${store.name}, ${name}: ${ms(median.ours)} (a de antes, sem servidor: ${ms(median.baseline)})`)
      rows.push({
        name: `… ${name}, ${store.name}, ao lado da busca de antes`,
        ours: ms(median.ours),
        baseline: ms(median.baseline),
        ratio: times(median.ours / median.baseline),
        goal: `≤ ${ms(goalMs)}`,
        ok: median.ours <= goalMs,
      })
    }
    return rows
  } finally {
    await driver.end()
    await bare.remove()
    await ours.remove()
  }
}

/** The boards of somebody who does not administer the instance, with all their cards. */
async function fillBoards(server: Server, store: Store): Promise<BoardTarget> {
  await openAccount(server)
  const target = await openBoard(server)
  const targets = [target]
  while (targets.length < boards) targets.push(await openBoard(server, target.token))
  await store.insert(server, 'cards', targets.flatMap(cardsOf))
  const cardIds = (await store.read(server, 'select id from cards order by id')).map(({ id }) => Number(id))
  await store.insert(server, 'comments', cardIds.flatMap(commentsOf))
  await store.insert(
    server,
    'checklists',
    cardIds.map((card_id) => ({ card_id, title: 'Passos', rank: 'a0' })),
  )
  const checklistIds = (await store.read(server, 'select id from checklists order by id')).map(({ id }) => Number(id))
  await store.insert(server, 'checklist_items', checklistIds.map(itemOf))
  await store.settle(server)
  return target
}

/** The p50 of what a search of titles and descriptions asked the database, in milliseconds: of the latest cards, then of all by the index. */
async function searchOfBefore(server: Server, store: Store, q: string): Promise<number> {
  const query = (cards: string, more = '') => `
    select cards.id, cards.title, boards.title as board, lists.title as list, users.name from (${cards}) as cards
    join lists on lists.id = cards.list_id join boards on boards.id = cards.board_id left join users on users.id = cards.assignee_id
    where cards.board_id in (select board_id from board_members where user_id = 2) and cards.archived_at is null and cards.deleted_at is null
      and lists.archived_at is null and lists.deleted_at is null and cards.search_text like '%${q}%' escape '\\' ${more}
    order by cards.updated_at desc, cards.id desc limit 8`
  const groups = [...q]
    .slice(2)
    .map((_, at) => `"${q.slice(at, at + 3)}"`)
    .join(' ')
  const byIndex = store === sqlite ? `and cards.id in (select rowid from card_search where card_search match '${groups}')` : ''
  const latest = 'select * from cards where archived_at is null and deleted_at is null order by updated_at desc, id desc limit 2000'
  const [first, second] = [
    await store.time(server, query(latest), searches),
    await store.time(server, query('select * from cards', byIndex), searches),
  ]
  return percentile(first, 0.5) + percentile(second, 0.5)
}

/** Two hundredths of the comments hold the common word, and one in 20,000 the rare one. */
const commentsOf = (card_id: number, index: number): Values[] =>
  Array.from({ length: commentsEach }, (_, at) => {
    const number = index * commentsEach + at
    const content = `${textOf(number, 5, 20)}${number % 50 === 0 ? ' reuniao' : ''}${number % 20_000 === 7 ? ' ornitorrinco' : ''}`
    return { card_id, user_id: 2, content, search_text: content, version: 1, created_at: new Date().toISOString() }
  })

const itemOf = (checklist_id: number, index: number): Values => {
  const title = `${textOf(index, 9, 6)}${index % 10_000 === 42 ? ' berimbau' : ''}`
  return { checklist_id, title, search_text: title, rank: 'a0', version: 1 }
}

/** Already as they are searched: without accents, in lower case. */
function cardsOf({ boardId, listIds }: BoardTarget, board: number): Values[] {
  return Array.from({ length: cardsEach }, (_, index) => {
    const number = board * cardsEach + index
    const text = (from: number, length: number) => textOf(number, from, length)
    const title = `${text(1, 6)}${number % 20 === 0 ? ' relatorio' : ''}${number % 10_000 === 77 ? ' conciliacao' : ''}`
    const description = text(11, 24)
    const at = new Date(Date.UTC(2026, 0, 1) + ((number * 7919) % (boards * cardsEach)) * 60_000).toISOString()
    return {
      board_id: boardId,
      list_id: listIds[index % listIds.length] ?? 0,
      title,
      description,
      search_text: `${title}\n${description}`,
      priority: 'medium',
      rank: `a${String(index).padStart(5, '0')}`,
      status: 'pendente',
      notes: '',
      comment_count: commentsEach,
      checklist_total: 1,
      checklist_done: 0,
      version: 1,
      revision: 1,
      created_at: at,
      updated_at: at,
    }
  })
}
