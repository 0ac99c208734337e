import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { boardColors } from '@rodada/contract/boards/settings'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Account } from '../lib/accounts.ts'
import { callAs as call } from '../lib/api-client.ts'

const means = [
  { name: 'Pix', color: boardColors.petroleo },
  { name: 'Cartão', color: boardColors.azul },
  { name: 'Boleto', color: boardColors.ipe },
]

/** What some cards of the demonstration have in the fields: means, impact, whether the lawyers agreed, and who tests. */
const values: Record<string, { means?: string; impact?: number; agreed?: boolean; tester?: number }> = {
  'Pix parcelado: mostrar simulação antes de confirmar': { means: 'Pix', impact: 48_000, agreed: true, tester: 3 },
  'Cupom vencido deve explicar por que não vale mais': { impact: 3_500 },
  'Revisar textos de erro do cartão recusado': { means: 'Cartão', impact: 12_000 },
  'Total do carrinho diverge quando há frete grátis': { impact: 21_500, tester: 2 },
  'Antifraude: enviar dados do dispositivo': { means: 'Cartão', impact: 64_000, agreed: true },
  'Boleto com vencimento no próximo dia útil': { means: 'Boleto', impact: 9_800.5, agreed: true, tester: 1 },
}

/** Gives a board of the demonstration fields of its own, and fills them in on some cards. */
export async function fillFields(origin: string, owner: Account, boardId: number, team: readonly Account[]): Promise<void> {
  const add = (name: string, type: 'choice' | 'number' | 'checkbox' | 'date' | 'person', more: object = {}) =>
    call(origin, owner, boardFieldsApi.add, { params: { boardId }, body: { name, type, ...more } })
  const kind = await add('Meio', 'choice', { options: means, on_card: true })
  const impact = await add('Impacto', 'number', { on_card: true })
  const agreed = await add('Jurídico', 'checkbox')
  const published = await add('Publicação', 'date')
  const tester = await add('Testes', 'person')
  const { lists } = await call(origin, owner, boardsApi.get, { params: { boardId } })
  for (const { id: cardId, title, due_date } of lists.flatMap(({ cards }) => cards)) {
    const filled = values[title]
    if (!filled) continue
    const fields = {
      [kind.id]: kind.options.find(({ name }) => name === filled.means)?.id ?? null,
      [impact.id]: filled.impact ?? null,
      [agreed.id]: filled.agreed ?? null,
      [published.id]: due_date,
      [tester.id]: team[filled.tester ?? -1]?.user.id ?? null,
    }
    await call(origin, owner, cardsApi.update, { params: { cardId }, body: { fields } })
  }
}
