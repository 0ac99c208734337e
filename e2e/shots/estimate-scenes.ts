import { accounts, guests } from '../../scripts/demo/people.ts'
import { type RoomSocket, sit } from '../../scripts/lib/room-client.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { type Past, stageFinished } from '../harness/finished-cards.ts'
import { expect } from '../harness/fixtures.ts'
import type { Member } from '../harness/team.ts'
import type { Stage } from './stage.ts'

/** The people who may sit beside Ana Luísa. */
const team = [...accounts.slice(1), ...guests]
const titles = ['Pix parcelado: mostrar a simulação antes de confirmar', 'Boleto vencido', 'Cartão recusado']

/** Somebody who may write the cards on the table, after a round in which everybody chose these. */
async function revealed(
  stage: Stage,
  own: number,
  others: string[],
  confidences: readonly ('sure' | 'unsure' | undefined)[] = [],
  reasons: readonly string[] = [],
  past: readonly Past[] = [],
): Promise<Member> {
  const ana = await stage.team.member('Ana Luísa', stage.look)
  const board = await stageBoard(stage.origin, ana.account, { cards: { 'A Fazer': titles } })
  await stageFinished(stage.server, ana.account, board, past)
  const { roomId } = await stage.team.openRoom()
  const seats: RoomSocket[] = []
  for (const { name, avatar } of team.slice(0, others.length)) seats.push(await sit(stage.origin, roomId, name, { avatar }))
  stage.keep(() => seats.forEach((seat) => void seat.disconnect()))
  await ana.signIn()
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await ana.room.openTasks()
  await ana.room.bring('Checkout e pagamentos', ...titles)
  await ana.page.keyboard.press('Escape')
  await ana.room.vote(own)
  for (const [index, vote] of others.entries()) await seats[index]?.emitWithAck('vote', { roomId, vote, confidence: confidences[index] })
  await ana.room.reveal()
  await expect(ana.room.result.getByRole('button', { name: /^Salvar/ })).toBeVisible()
  for (const [index, text] of reasons.entries()) await seats[index]?.emitWithAck('giveReason', { roomId, round: 1, text })
  return ana
}

/** What the team finished before: many cards of five points, and a few of others. */
const past: readonly Past[] = [
  ['Pix: mostrar o total com juros antes de gerar', 5, 4],
  ['Cartão salvo: escolher as parcelas no resumo', 5, 3],
  ['Simulação de frete ao trocar o CEP', 5, 6],
  ...[1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7, 9].map((days, index): Past => [`Ajuste ${index + 1} do carrinho`, 5, days]),
  ['Confirmar o Pix por e-mail', 2, 1],
  ['Parcelado: arredondar por bandeira', 8, 7],
]

/** What follows a round on a card. */
export const estimateScenes = {
  'room-agreed': (stage: Stage) => revealed(stage, 8, ['8', '8']),
  'room-disagreed': (stage: Stage) => revealed(stage, 5, ['8', '2', '5', '5', '8'], ['sure', undefined, 'unsure', 'sure']),
  'room-remembers': (stage: Stage) => revealed(stage, 5, ['5', '5', '5', '5', '5'], ['sure'], [], past),
  'room-remembers-apart': (stage: Stage) => revealed(stage, 5, ['8', '2', '5', '5', '8'], ['sure'], [], past),
  'room-compare': async (stage: Stage) => {
    const ana = await revealed(stage, 5, ['5', '5'], [], [], past)
    await ana.page.getByRole('button', { name: 'Fechar' }).click()
    await ana.page
      .getByRole('button', { name: /Comparar|Ler a tarefa inteira/ })
      .first()
      .click()
    await expect(ana.page.getByText('Cartões já terminados neste quadro')).toBeVisible()
    return ana
  },
  'room-asked': (stage: Stage) => revealed(stage, 2, ['8', '5']),
  'room-reasons': async (stage: Stage) => {
    const ana = await revealed(stage, 2, ['8', '5'], ['sure'], ['Cada bandeira arredonda de um jeito, e o extrato tem que bater.'])
    await ana.room.reason.fill('O simulador já devolve as parcelas prontas. É só mostrar.')
    await ana.room.reason.press('Enter')
    await expect(ana.room.reasons).toHaveCount(2)
    return ana
  },
  'room-unsaved': async (stage: Stage) => {
    const ana = await revealed(stage, 8, ['8', '8'])
    await ana.room.newRoundButton.click()
    await expect(ana.page.getByRole('alertdialog')).toBeVisible()
    return ana
  },
}
