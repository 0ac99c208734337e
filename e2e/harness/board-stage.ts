import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'

type Input = { title?: string; cards?: Record<string, readonly string[]>; members?: readonly Account[]; guests?: readonly Account[] }

/** A board with the three lists of every new one, filled through the API. */
export async function stageBoard(
  origin: string,
  owner: Account,
  { title = 'Checkout e pagamentos', cards = {}, members = [], guests = [] }: Input = {},
): Promise<{ boardId: number; listIds: Record<string, number> }> {
  const { id: boardId } = await callAs(origin, owner, boardsApi.create, { body: { title } })
  const params = { boardId }
  for (const { email } of members) await callAs(origin, owner, boardsApi.addMember, { params, body: { email, role: 'member' } })
  for (const { email } of guests) await callAs(origin, owner, boardsApi.addMember, { params, body: { email, role: 'guest' } })
  const lists = await callAs(origin, owner, boardsApi.lists, { params })
  const listIds = Object.fromEntries(lists.map((list) => [list.title, list.id]))
  for (const [list, titles] of Object.entries(cards))
    for (const name of titles)
      await callAs(origin, owner, listCardsApi.create, { params: { boardId, listId: listIds[list] ?? 0 }, body: { title: name } })
  return { boardId, listIds }
}

/** The titles of a list's cards, as the server has them. */
export async function cardsOf(origin: string, account: Account, boardId: number, list: string): Promise<string[]> {
  const board: Board = await callAs(origin, account, boardsApi.get, { params: { boardId } })
  return board.lists.find(({ title }) => title === list)?.cards.map(({ title }) => title) ?? []
}
