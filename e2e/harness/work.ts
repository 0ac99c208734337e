import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'

type Task = { title: string; list?: 0 | 1 | 2; due?: number; priority?: 'low' | 'medium' | 'high' | 'urgent'; who?: Account }

/** The calendar date some days from today in São Paulo, where the people of the journeys are. */
function inDays(days: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000)
}

/** A board with its three lists, made over the API, with tasks that are the owner's unless they say whose. */
export async function makeBoard(
  origin: string,
  owner: Account,
  { title, isPublic = false, description = '', color }: { title: string; isPublic?: boolean; description?: string; color?: string },
  tasks: Task[] = [],
): Promise<{ boardId: number; cardIds: number[] }> {
  const { id: boardId } = await callAs(origin, owner, boardsApi.create, { body: { title, description, is_public: isPublic, color } })
  const lists = await callAs(origin, owner, boardsApi.lists, { params: { boardId } })
  const cardIds: number[] = []
  for (const { title: name, list = 0, due, priority = 'medium', who = owner } of tasks) {
    const listId = lists[list]?.id ?? 0
    const card = await callAs(origin, owner, listCardsApi.create, {
      params: { boardId, listId },
      body: { title: name, priority, due_date: due === undefined ? null : inDays(due) },
    })
    await callAs(origin, owner, cardsApi.assign, { params: { cardId: card.id }, body: { user_id: who.user.id } })
    cardIds.push(card.id)
  }
  return { boardId, cardIds }
}

/** Puts somebody with an account on a board. */
export const addMember = (origin: string, owner: Account, boardId: number, member: Account) =>
  callAs(origin, owner, boardsApi.addMember, { params: { boardId }, body: { email: member.email } })

/** An invitation for an e-mail without account: where it leads. */
export async function invite(origin: string, owner: Account, boardId: number, email: string, role: 'member' | 'guest' = 'member') {
  const { invitation } = await callAs(origin, owner, boardsApi.addMember, { params: { boardId }, body: { email, role } })
  if (!invitation?.url) throw new Error(`${email} has an account and needs no invitation`)
  return invitation.url
}
