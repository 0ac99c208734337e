import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { stageBoard } from './board-stage.ts'
import type { Team } from './team.ts'

type Input = { title: string; cards: readonly string[]; dates: Record<string, { start_date?: string; due_date: string }> }

/**
 * A board of Ana's with cards that have dates, for the views that show days. Bia writes on it, too; Lia is a guest, and Caio has a phone.
 * `change` and `datesOf` go to the server, `idOf` knows the cards by their titles.
 */
export async function stageDated({ team, origin }: { team: Team; origin: string }, { title, cards, dates }: Input) {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const lia = await team.member('Lia')
  const caio = await team.member('Caio', { device: 'phone' })
  const { boardId } = await stageBoard(origin, ana.account, {
    title,
    cards: { 'A Fazer': cards },
    members: [bia.account, caio.account],
    guests: [lia.account],
  })
  const read = async () => {
    const board = await callAs(origin, ana.account, boardsApi.get, { params: { boardId } })
    return board.lists.flatMap((list) => list.cards)
  }
  const known = await read()
  const idOf = (name: string) => known.find((card) => card.title === name)?.id ?? 0
  const change = (name: string, body: Record<string, unknown>) =>
    callAs(origin, ana.account, cardsApi.update, { params: { cardId: idOf(name) }, body })
  for (const [name, days] of Object.entries(dates)) await change(name, days)
  const datesOf = async (name: string) => {
    const card = (await read()).find((each) => each.title === name)
    return [card?.start_date, card?.due_date]
  }
  await ana.signIn()
  return { ana, bia, lia, caio, boardId, idOf, change, datesOf }
}
