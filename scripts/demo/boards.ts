import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardColors } from '@rodada/contract/boards/settings'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { filesApi } from '@rodada/contract/cards/files'
import { participantsApi } from '@rodada/contract/cards/participants'
import { relationsApi } from '@rodada/contract/cards/relations'
import type { RelationKind } from '@rodada/contract/cards/settings'
import type { Account } from '../lib/accounts.ts'
import { callAs as call } from '../lib/api-client.ts'
import { drawing } from '../lib/drawing.ts'
import { fillFields } from './fields.ts'
import { fillTemplates } from './templates.ts'

/** Days from today, as a due date. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Priority, estimate, days until its start and until it is due, label names, index of the account it is assigned to, done and all checklist items, comments, files. */
type Work = {
  title: string
  priority?: 'none' | 'low' | 'medium' | 'high' | 'urgent'
  estimate?: number
  start?: number
  due?: number
  labels?: string[]
  who?: number
  /** Indexes of those who take part. */
  with?: number[]
  items?: [done: number, all: number]
  comments?: string[]
  files?: Record<string, BlobPart>
  /** The name of the file that its face shows. */
  cover?: string
}

const labels = [
  ['Front-end', boardColors.azul],
  ['Pagamento', boardColors.folha],
  ['Design', boardColors.caju],
  ['Back-end', boardColors.jabuticaba],
  ['Defeito', boardColors.pitanga],
  ['Documentação', boardColors.grafite],
  ['Segurança', boardColors.ipe],
] as const

const checkout: Record<string, Work[]> = {
  'A Fazer': [
    {
      title: 'Pix parcelado: mostrar simulação antes de confirmar',
      priority: 'high',
      estimate: 5,
      start: -1,
      due: 1,
      labels: ['Front-end', 'Pagamento'],
      who: 0,
      with: [1, 2, 3],
      items: [2, 6],
      comments: ['Falta o critério de aceite para três parcelas.'],
      files: {
        'simulacao-v3.png': drawing(640, 360, [224, 241, 247], [10, 99, 121]),
        'parecer-juridico.txt': 'Basta dizer “sem juros”, sem asterisco.\n',
      },
    },
    { title: 'Guardar endereço de entrega para a próxima compra', priority: 'low', estimate: 3, who: 1 },
    {
      title: 'Cupom vencido deve explicar por que não vale mais',
      start: 4,
      due: 6,
      labels: ['Design'],
      who: 3,
      comments: ['Texto revisado.', 'Vai na próxima.'],
    },
    { title: 'Revisar textos de erro do cartão recusado', priority: 'low', estimate: 2, labels: ['Documentação'] },
  ],
  'Em Andamento': [
    {
      title: 'Total do carrinho diverge quando há frete grátis',
      priority: 'urgent',
      estimate: 3,
      start: -6,
      due: -2,
      labels: ['Defeito'],
      who: 2,
      comments: ['Reproduzi com dois itens.', 'É o arredondamento do desconto.'],
      files: { 'carrinho.png': drawing(640, 280, [254, 240, 227], [246, 124, 49]) },
      cover: 'carrinho.png',
    },
    {
      title: 'Tela de confirmação com comprovante para baixar',
      estimate: 5,
      start: -4,
      due: 0,
      labels: ['Front-end', 'Design'],
      who: 0,
      items: [4, 5],
    },
    {
      title: 'Antifraude: enviar dados do dispositivo',
      priority: 'high',
      estimate: 8,
      start: -2,
      due: 2,
      labels: ['Back-end', 'Segurança'],
      who: 1,
      with: [0],
      items: [1, 4],
    },
  ],
  'Em revisão': [
    {
      title: 'Renovar sessão sem perder o carrinho',
      priority: 'high',
      estimate: 5,
      start: -3,
      due: 2,
      labels: ['Back-end'],
      who: 1,
      items: [3, 3],
    },
    { title: 'Acessibilidade: ordem de foco no formulário de endereço', estimate: 2, labels: ['Front-end'], who: 3 },
  ],
  Concluído: [
    { title: 'Boleto com vencimento no próximo dia útil', estimate: 3, start: -9, due: -5, labels: ['Pagamento'], who: 0, items: [5, 5] },
    { title: 'Aviso de estoque baixo na página do carrinho', estimate: 2, due: -6, who: 0 },
    {
      title: 'Calcular frete pelo CEP sem recarregar a página',
      estimate: 5,
      start: -12,
      due: -7,
      labels: ['Front-end'],
      who: 2,
      comments: ['No ar.'],
    },
  ],
}

/** Work under way that nobody moved for so many days. */
export const standing: Record<string, number> = {
  'Antifraude: enviar dados do dispositivo': 9,
  'Acessibilidade: ordem de foco no formulário de endereço': 12,
}

/** What some of these cards are to each other. */
const relations: [string, RelationKind, string][] = [
  ['Antifraude: enviar dados do dispositivo', 'blocks', 'Pix parcelado: mostrar simulação antes de confirmar'],
  ['Revisar textos de erro do cartão recusado', 'part_of', 'Pix parcelado: mostrar simulação antes de confirmar'],
  ['Tela de confirmação com comprovante para baixar', 'part_of', 'Pix parcelado: mostrar simulação antes de confirmar'],
  ['Boleto com vencimento no próximo dia útil', 'part_of', 'Pix parcelado: mostrar simulação antes de confirmar'],
  ['Cupom vencido deve explicar por que não vale mais', 'relates_to', 'Total do carrinho diverge quando há frete grátis'],
]

/** Boards of the invented team, made through the API: a full one, a public one and an empty one. Returns the full one's id. */
export async function fillBoards(origin: string, team: readonly Account[]): Promise<number> {
  const [owner] = team
  if (!owner) throw new Error('a team of nobody has no boards')
  for (const [title, color, is_public] of [
    ['Aplicativo de entregas', boardColors.caju, true],
    ['Portal do lojista', boardColors.folha, false],
  ] as const) {
    const board = await call(origin, owner, boardsApi.create, { body: { title, color, is_public } })
    for (const { email } of team.slice(1))
      await call(origin, owner, boardsApi.addMember, { params: { boardId: board.id }, body: { email, role: 'member' } })
  }
  return fillBoard(origin, owner, team)
}

async function fillBoard(origin: string, owner: Account, team: readonly Account[]): Promise<number> {
  const { id: boardId } = await call(origin, owner, boardsApi.create, {
    body: { title: 'Checkout e pagamentos', description: 'Do carrinho ao comprovante.' },
  })
  for (const { email } of team.slice(1))
    await call(origin, owner, boardsApi.addMember, { params: { boardId }, body: { email, role: 'member' } })
  const labelIds = new Map<string, number>()
  for (const [name, color] of labels)
    labelIds.set(name, (await call(origin, owner, boardsApi.addLabel, { params: { boardId }, body: { name, color } })).id)
  const review = await call(origin, owner, boardsApi.addList, {
    params: { boardId },
    body: { title: 'Em revisão', status: 'em_andamento' },
  })
  await call(origin, owner, boardsApi.moveList, { params: { boardId, listId: review.id }, body: { position: 2 } })
  const lists = await call(origin, owner, boardsApi.lists, { params: { boardId } })
  const cardIds = new Map<string, number>()
  for (const { id: listId, title } of lists) {
    for (const work of checkout[title] ?? [])
      cardIds.set(work.title, await addWork(origin, team, owner, { boardId, listId }, work, labelIds))
  }
  for (const [from, kind, to] of relations) {
    const params = { cardId: cardIds.get(from) ?? 0 }
    await call(origin, owner, relationsApi.add, { params, body: { kind, card_id: cardIds.get(to) ?? 0 } })
  }
  await fillFields(origin, owner, boardId, team)
  await fillTemplates(origin, owner, boardId, cardIds)
  return boardId
}

async function addWork(
  origin: string,
  team: readonly Account[],
  owner: Account,
  params: { boardId: number; listId: number },
  work: Work,
  labelIds: ReadonlyMap<string, number>,
): Promise<number> {
  const person = team[work.who ?? 0] ?? owner
  const { id: cardId } = await call(origin, person, listCardsApi.create, {
    params,
    body: { title: work.title, priority: work.priority ?? 'medium', due_date: work.due === undefined ? null : inDays(work.due) },
  })
  if (work.start !== undefined)
    await call(origin, person, cardsApi.update, { params: { cardId }, body: { start_date: inDays(work.start) } })
  if (work.estimate !== undefined) await call(origin, person, cardsApi.update, { params: { cardId }, body: { estimate: work.estimate } })
  if (work.who !== undefined) await call(origin, person, cardsApi.assign, { params: { cardId }, body: { user_id: person.user.id } })
  for (const index of work.with ?? []) {
    const userId = team[index]?.user.id
    if (userId !== undefined) await call(origin, person, participantsApi.add, { params: { cardId, userId } })
  }
  for (const label of work.labels ?? []) {
    const label_id = labelIds.get(label)
    if (label_id !== undefined) await call(origin, person, cardsApi.addLabel, { params: { cardId }, body: { label_id } })
  }
  if (work.items) {
    const [done, all] = work.items
    const { id: checklistId } = await call(origin, person, checklistsApi.add, { params: { cardId }, body: { title: 'Para terminar' } })
    for (let index = 0; index < all; index++) {
      const { id: itemId } = await call(origin, person, checklistsApi.addItem, {
        params: { cardId, checklistId },
        body: { title: `Passo ${index + 1}` },
      })
      if (index < done)
        await call(origin, person, checklistsApi.updateItem, { params: { cardId, checklistId, itemId }, body: { completed: true } })
    }
  }
  for (const [name, content] of Object.entries(work.files ?? {})) {
    const { id, has_preview } = await call(origin, person, filesApi.upload, {
      params: { cardId },
      query: { name },
      body: new Blob([content]),
    })
    // A machine that is too busy to draw a preview shows none.
    if (name === work.cover && has_preview) await call(origin, person, cardsApi.update, { params: { cardId }, body: { cover_file_id: id } })
  }
  for (const [index, content] of (work.comments ?? []).entries()) {
    await call(origin, team[(index + 1) % team.length] ?? owner, commentsApi.add, { params: { cardId }, body: { content } })
  }
  return cardId
}
