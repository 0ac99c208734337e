import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import type { Account } from '../lib/accounts.ts'
import { callAs as call } from '../lib/api-client.ts'

/** The calendar date some days from today in São Paulo, where the invented team is. */
const inDays = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000)

type Work = {
  title: string
  priority?: 'low' | 'medium' | 'high' | 'urgent'
  estimate?: number
  due?: number
  /** Whether the first of the team does it; nobody does otherwise. */
  mine?: boolean
}

/** What stands on the other boards of the team. */
const elsewhere: Record<string, Work[]> = {
  'Portal do lojista': [
    { title: 'Revisar contrato da API de repasses', priority: 'urgent', estimate: 2, due: -1, mine: true },
    { title: 'Conferir taxas do repasse com o financeiro', estimate: 3, mine: true },
    { title: 'Exportar vendas do mês', estimate: 5 },
  ],
  'Aplicativo de entregas': [
    { title: 'Responder dúvidas do time de atendimento', estimate: 1, due: 0, mine: true },
    { title: 'Escolher ícones do mapa de rotas', priority: 'low', estimate: 1, due: 9, mine: true },
    { title: 'Texto de aviso quando o entregador atrasa', mine: true },
  ],
}

/** What waits on the full board for a sprint; what has no estimate shows that it has none. */
const waiting: Work[] = [
  { title: 'Trocar o cartão sem refazer o pedido', priority: 'high', estimate: 5 },
  { title: 'Pagar com carteira digital no celular', priority: 'high', estimate: 8 },
  { title: 'Lembrar o Pix não pago depois de 30 minutos' },
  { title: 'Nota fiscal no comprovante', estimate: 3 },
  { title: 'Estorno parcial pelo painel do lojista', estimate: 8 },
  { title: 'Mensagem clara quando o CEP não é atendido', priority: 'low' },
]

/** A day of the invented team: what waits, what is with the first of them on all boards, and what the others changed and said for her to find. */
export async function fillDay(origin: string, team: readonly Account[], boardId: number): Promise<void> {
  const [ana, bia, caio, elisa] = team
  if (!ana || !bia || !caio || !elisa) throw new Error('a day of the team needs four people')
  await addAll(origin, bia, ana, boardId, waiting)
  // Of several boards of that name, as the screenshots leave them, the one that the team made last.
  const boards = await call(origin, bia, boardsApi.list, { query: { templates: 'none' } })
  for (const [title, works] of Object.entries(elsewhere)) {
    const board = boards.find((each) => each.title === title && each.user_id === ana.user.id)
    if (board) await addAll(origin, bia, ana, board.id, works)
  }

  const { lists } = await call(origin, bia, boardsApi.get, { params: { boardId } })
  const cardId = (title: string): number => lists.flatMap(({ cards }) => cards).find((card) => card.title.startsWith(title))?.id ?? 0
  const pix = { cardId: cardId('Pix parcelado') }
  const review = lists.find(({ title }) => title === 'Em revisão')?.id ?? 0
  await call(origin, caio, cardsApi.move, { params: { cardId: cardId('Total do carrinho') }, body: { list_id: review } })
  await call(origin, caio, commentsApi.add, { params: pix, body: { content: 'O juro arredonda igual ao do extrato agora.' } })
  await call(origin, elisa, cardsApi.update, { params: { cardId: cardId('Cupom vencido') }, body: { due_date: inDays(8) } })
  await call(origin, elisa, cardsApi.update, { params: pix, body: { estimate: 8 } })
  const session = { cardId: cardId('Renovar sessão') }
  await call(origin, bia, cardsApi.assign, { params: session, body: { user_id: ana.user.id } })
  const content = `@${ana.user.name}, consegue fechar o texto até amanhã?`
  await call(origin, bia, commentsApi.add, { params: pix, body: { content } })
}

async function addAll(origin: string, by: Account, owner: Account, boardId: number, works: readonly Work[]): Promise<void> {
  const [first] = await call(origin, by, boardsApi.lists, { params: { boardId }, query: { cards: 'none' } })
  for (const { title, priority = 'medium', estimate, due, mine } of works) {
    const body = { title, priority, due_date: due === undefined ? null : inDays(due) }
    const { id: cardId } = await call(origin, by, listCardsApi.create, { params: { boardId, listId: first?.id ?? 0 }, body })
    if (estimate !== undefined) await call(origin, by, cardsApi.update, { params: { cardId }, body: { estimate } })
    if (mine) await call(origin, by, cardsApi.assign, { params: { cardId }, body: { user_id: owner.user.id } })
  }
}
