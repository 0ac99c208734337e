import { boardsApi } from '@rodada/contract/boards/board-calls'
import { deckPointsApi } from '@rodada/contract/boards/deck-points'
import { boardColors } from '@rodada/contract/boards/settings'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { deckPresets } from '@rodada/contract/rooms/deck-texts'
import type { Account } from '../lib/accounts.ts'
import { callAs as call } from '../lib/api-client.ts'

/** A card, and what each of the team votes on it, in their order; an empty one is not voted on yet. */
type Asked = readonly [title: string, ...votes: string[]]

const closedCards: Asked[] = [
  ['Cancelar a assinatura sem falar com ninguém', '5', '5', '5', '5'],
  ['Renovar sozinho no cartão guardado', '2', '13', '5', '5'],
  ['Avisar três dias antes da cobrança', '3', '5', '3', '3'],
  ['Trocar de plano no meio do mês', '3', '8', '5', '3'],
]
const openCards: Asked[] = [
  ['Pausar a assinatura por até três meses', '5', '8', '', ''],
  ['Nota fiscal por e-mail', '3', '3', '5', ''],
  ['Desconto para quem paga o ano', '8', '', '', ''],
]
const reasons: Record<string, string> = {
  '2': 'Já temos a tela, é só ligar.',
  '13': 'O banco cobra o certificado de novo em produção.',
  '8': 'Falta combinar o estorno parcial.',
}

export type Estimations = { open: number; closed: number }

/**
 * A board with two sealed estimations of the team: one that has closed, with disagreements, and one in which some still vote. Its rooms
 * start with T-shirts, and it says what the sizes are worth.
 */
export async function fillEstimations(origin: string, team: readonly Account[]): Promise<Estimations> {
  const [owner] = team
  if (!owner) throw new Error('a team of nobody estimates nothing')
  const body = { title: 'Assinaturas', color: boardColors.jabuticaba }
  const { id: boardId } = await call(origin, owner, boardsApi.create, { body })
  for (const { email } of team.slice(1))
    await call(origin, owner, boardsApi.addMember, { params: { boardId }, body: { email, role: 'member' } })
  const [list] = await call(origin, owner, boardsApi.lists, { params: { boardId } })
  const people = team.slice(0, 4)
  await call(origin, owner, boardsApi.update, { params: { boardId }, body: { deck: [...deckPresets.camisetas] } })
  const points = [1, 2, 5, 8, 13].map((worth, index) => ({ face: deckPresets.camisetas[index] ?? '', points: worth }))
  await call(origin, owner, deckPointsApi.change, { params: { boardId }, body: { points } })

  const open = async (cards: readonly Asked[]): Promise<number> => {
    const ids: number[] = []
    for (const [title] of cards)
      ids.push((await call(origin, owner, listCardsApi.create, { params: { boardId, listId: list?.id ?? 0 }, body: { title } })).id)
    const { id } = await call(origin, owner, estimationsApi.create, {
      body: {
        board_id: boardId,
        card_ids: ids,
        deck: [...deckPresets.fibonacci],
        voter_ids: people.map(({ user }) => user.id),
        closes_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
        settle: 'neighbours',
      },
    })
    for (const [index, [, ...votes]] of cards.entries()) {
      for (const [who, person] of people.entries()) {
        const vote = votes[who]
        if (!vote) continue
        const params = { estimationId: id, cardId: ids[index] ?? 0 }
        const confidence = reasons[vote] ? 'sure' : null
        await call(origin, person, estimationsApi.vote, { params, body: { vote, confidence, reason: reasons[vote] ?? null } })
      }
    }
    return id
  }
  return { closed: await open(closedCards), open: await open(openCards) }
}
