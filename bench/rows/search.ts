import { setTimeout as wait } from 'node:timers/promises'
import { Driver } from '../driver.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy } from '../numbers.ts'
import { openAccount, openBoard, sameBytes } from '../open-board.ts'
import { Server } from '../server.ts'
import { onEachStore, type Store, sqlite, type Values } from '../stores.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times, whole } from './table.ts'

const boards = 100
const cardsEach = 1000
const searches = 30
const goalMs = 20

/** What a person types: found almost nowhere, in many cards, in none, and too short to tell much. */
const typed = {
  'palavra rara': 'conciliacao',
  'palavra comum': 'relatorio',
  'palavra que não há': 'xilofone',
  'duas letras': 're',
} as const

/** Ctrl+K among 100,000 cards that one person sees, on each database, beside a bare server that sends the same bytes. */
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
        const baseline = (await driver.play('readPath', { target: bareTarget, path: '/boards/1', times: searches })).p50
        const answer = (await driver.play('readPath', { target, path, times: searches })).p50
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
  if (store === sqlite) await indexed(server)
  return target
}

/** Resolves when SQLite's index knows every card; PostgreSQL does at once. */
async function indexed(server: Server): Promise<void> {
  while ((await sqlite.read(server, 'select 1 from card_search_queue limit 1')).length > 0) await wait(200)
}

const words =
  'mostrar conferir guardar enviar cartao conta pagina pessoa boleto fatura pedido entrega cliente estoque simulacao limite proposta etapa tela aviso contrato acordo prazo painel filtro desconto cadastro login pagamento parcela imposto nota carteira'.split(
    ' ',
  )

/** Already as they are searched: without accents, in lower case. */
function cardsOf({ boardId, listIds }: BoardTarget, board: number): Values[] {
  return Array.from({ length: cardsEach }, (_, index) => {
    const number = board * cardsEach + index
    const text = (from: number, length: number) =>
      Array.from({ length }, (_, i) => words[((number + 7) * (from + i * i + 3)) % words.length]).join(' ')
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
      comment_count: 0,
      checklist_total: 0,
      checklist_done: 0,
      version: 1,
      revision: 1,
      created_at: at,
      updated_at: at,
    }
  })
}
