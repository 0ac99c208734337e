import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import type { Account } from '../lib/accounts.ts'
import { callAs as call } from '../lib/api-client.ts'

/** The calendar date some days from today in São Paulo, where the invented team is. */
const inDays = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000)

/** Title, points, hours, index of who does it. */
type Work = readonly [title: string, points: number, hours: number, who: number]

const past: { nome: string; from: number; to: number; done: Work[]; left: Work[] }[] = [
  {
    nome: 'Sprint 10 · Carrinho',
    from: -43,
    to: -30,
    done: [
      ['Carrinho guarda itens por trinta dias', 8, 10, 0],
      ['Mudar a quantidade sem recarregar', 5, 6, 1],
      ['Frete grátis acima de um valor', 8, 8, 2],
      ['Resumo do pedido fixo na tela', 5, 4, 3],
      ['Medir abandono de carrinho', 5, 6, 0],
    ],
    left: [['Aplicar cupom pelo endereço da página', 5, 4, 1]],
  },
  {
    nome: 'Sprint 11 · Pagamento',
    from: -29,
    to: -16,
    done: [
      ['Boleto com código de barras para copiar', 8, 8, 0],
      ['Guardar cartão com autorização da pessoa', 13, 16, 2],
      ['Recibo por e-mail', 5, 4, 1],
      ['Página de carrinho nova', 8, 12, 3],
    ],
    left: [],
  },
]

const columnOf = (columns: { id: number; status: string }[], status: string): number =>
  columns.find((column) => column.status === status)?.id ?? columns[0]?.id ?? 0

async function addTasks(
  origin: string,
  team: readonly Account[],
  sprintId: number,
  columnId: number,
  works: readonly Work[],
): Promise<number[]> {
  const ids: number[] = []
  for (const [titulo, estimativa_pontos, estimativa_horas, who] of works) {
    const person = team[who] ?? team[0]
    if (!person) continue
    const { data } = await call(origin, person, sprintTasksApi.create, {
      body: { sprint_id: sprintId, column_id: columnId, titulo, estimativa_pontos, estimativa_horas, assigned_to: person.user.id },
    })
    ids.push(data.id)
  }
  return ids
}

/** Sprints of the invented team, made through the API: two that ended, one under way with the cards of the board, one to come. Returns the one under way. */
export async function fillSprints(origin: string, team: readonly Account[], boardId: number): Promise<number> {
  const [owner] = team
  if (!owner) throw new Error('a team of nobody plans no sprints')
  const create = async (nome: string, descricao: string, from: number, to: number): Promise<number> =>
    (
      await call(origin, owner, sprintsApi.create, {
        body: { nome, descricao, data_inicio: inDays(from), data_fim: inDays(to), board_id: boardId },
      })
    ).data.id
  // Before the ended sprints add theirs: what they delivered stays with them.
  const { lists } = await call(origin, owner, boardsApi.get, { params: { boardId } })
  for (const { nome, from, to, done, left } of past) {
    const id = await create(nome, '', from, to)
    const { data: columns } = await call(origin, owner, sprintColumnsApi.list, { params: { sprintId: id } })
    const finished = await addTasks(origin, team, id, columnOf(columns, 'em_andamento'), done)
    // Seen to begin and to end, so that the board knows how long they took.
    for (const taskId of finished)
      await call(origin, owner, sprintTasksApi.update, { params: { taskId }, body: { column_id: columnOf(columns, 'concluida') } })
    await addTasks(origin, team, id, columnOf(columns, 'pendente'), left)
    await call(origin, owner, sprintsApi.update, { params: { sprintId: id }, body: { status: 'encerrada' } })
  }
  const current = await create('Sprint 12 · Pagamento', 'Pix parcelado de ponta a ponta e menos erro no carrinho.', -8, 3)
  await planCards(origin, owner, lists, current)
  await create('Sprint 13 · Carteira', 'Carteira digital e troca de cartão sem refazer o pedido.', 6, 17)
  return current
}

/** Puts all cards of the board but two into the sprint; each keeps the status that its list gave it. */
async function planCards(origin: string, owner: Account, lists: Board['lists'], sprintId: number): Promise<void> {
  const { data: columns } = await call(origin, owner, sprintColumnsApi.list, { params: { sprintId } })
  const staying = lists.find(({ title }) => title === 'A Fazer')?.cards.slice(-2) ?? []
  const planned = lists.flatMap(({ cards }) => cards).filter(({ id }) => !staying.some((card) => card.id === id))
  await call(origin, owner, sprintTasksApi.changeMany, { body: { task_ids: planned.map(({ id }) => id), sprint_id: sprintId } })
  for (const { id: taskId, status } of planned)
    await call(origin, owner, sprintTasksApi.update, { params: { taskId }, body: { column_id: columnOf(columns, status) } })
}
