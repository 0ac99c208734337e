import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { boardColors } from '@rodada/contract/boards/settings'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { participantsApi } from '@rodada/contract/cards/participants'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'

export type CardStage = { boardId: number; cardId: number; listIds: number[]; path: string }
type Input = { title?: string; description?: string; guests?: readonly Account[]; members?: readonly Account[] }

/** A board of `owner` with people, three lists and one card, made through the API. */
export async function stageCard(
  origin: string,
  owner: Account,
  { title = 'Pix parcelado', description = '', guests = [], members = [] }: Input = {},
): Promise<CardStage> {
  const { id: boardId } = await callAs(origin, owner, boardsApi.create, { body: { title: 'Checkout e pagamentos' } })
  const invite = (people: readonly Account[], role: 'member' | 'guest') =>
    Promise.all(people.map(({ email }) => callAs(origin, owner, boardsApi.addMember, { params: { boardId }, body: { email, role } })))
  await invite(members, 'member')
  await invite(guests, 'guest')
  const lists = await callAs(origin, owner, boardsApi.lists, { params: { boardId } })
  const listIds = lists.map(({ id }) => id)
  const [listId = 0] = listIds
  const params = { boardId, listId }
  const card = await callAs(origin, owner, listCardsApi.create, { params, body: { title, description } })
  return { boardId, cardId: card.id, listIds, path: `/board/${boardId}?card=${card.id}` }
}

/** The date that many days from today in the time zone of the journeys. */
export const inDays = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000)

/** Gives the card one of everything, as a team that has worked on it would. */
export async function fillCard(origin: string, { boardId, cardId, listIds }: CardStage, owner: Account, mate: Account): Promise<void> {
  const params = { cardId }
  for (const [name, color] of [
    ['Front-end', boardColors.azul],
    ['Pagamento', boardColors.folha],
    ['Design', boardColors.caju],
  ] as const) {
    const label = await callAs(origin, owner, boardsApi.addLabel, { params: { boardId }, body: { name, color } })
    if (name !== 'Design') await callAs(origin, owner, cardsApi.addLabel, { params, body: { label_id: label.id } })
  }
  await callAs(origin, owner, cardsApi.update, { params, body: { due_date: inDays(1), priority: 'high', estimate: 5 } })
  await callAs(origin, owner, cardsApi.assign, { params, body: { user_id: owner.user.id } })
  await callAs(origin, owner, participantsApi.add, { params: { ...params, userId: mate.user.id } })
  const { id: checklistId } = await callAs(origin, owner, checklistsApi.add, { params, body: { title: 'Critérios de aceite' } })
  const items = [
    'Total e juros aparecem sem rolar a tela',
    'Funciona com leitor de tela',
    'Arredondamento igual ao do extrato',
    'Erro da operadora explica o que fazer',
  ]
  for (const [index, title] of items.entries()) {
    const item = await callAs(origin, owner, checklistsApi.addItem, { params: { cardId, checklistId }, body: { title } })
    if (index < 2)
      await callAs(origin, mate, checklistsApi.updateItem, { params: { cardId, checklistId, itemId: item.id }, body: { completed: true } })
  }
  await callAs(origin, mate, commentsApi.add, { params, body: { content: 'Falta decidir o texto quando não há juros.' } })
  await callAs(origin, owner, commentsApi.add, {
    params,
    body: { content: 'Proponho **sem juros** em destaque. O protótipo está em https://aroeira.com.br/pix' },
  })
  const [, doing = 0] = listIds
  await callAs(origin, mate, cardsApi.move, { params, body: { list_id: doing } })
}

/** What the team shows of its board, for those who want to look behind the screen. */
export const readBoard = (origin: string, account: Account, boardId: number): Promise<Board> =>
  callAs(origin, account, boardsApi.get, { params: { boardId } })
