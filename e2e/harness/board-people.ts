import { stageBoard } from './board-stage.ts'
import type { Member, PersonOptions, Team } from './team.ts'

/** Three cards in the first list and two in the second. */
export const letters = { 'A Fazer': ['A', 'B', 'C'], 'Em Andamento': ['X', 'Y'] }

/** Ana administers a board, Bia is a member of it; both look at it. */
export async function together(
  team: Team,
  origin: string,
  cards: Record<string, readonly string[]> = letters,
): Promise<{ ana: Member; bia: Member; boardId: number; listIds: Record<string, number> }> {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const staged = await stageBoard(origin, ana.account, { cards, members: [bia.account] })
  for (const person of [ana, bia]) {
    await person.signIn()
    await person.board.open(staged.boardId)
  }
  return { ana, bia, ...staged }
}

/** Ana in front of a board of her own. */
export async function alone(
  team: Team,
  origin: string,
  cards: Record<string, readonly string[]> = letters,
  options: PersonOptions = {},
): Promise<{ ana: Member; boardId: number; listIds: Record<string, number> }> {
  const ana = await team.member('Ana', options)
  const staged = await stageBoard(origin, ana.account, { cards })
  await ana.signIn()
  await ana.board.open(staged.boardId)
  return { ana, ...staged }
}
