import { guests } from '../../scripts/demo/people.ts'
import { type RoomSocket, sit } from '../../scripts/lib/room-client.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect } from '../harness/fixtures.ts'
import type { Member } from '../harness/team.ts'
import type { Stage } from './stage.ts'

const titles = ['Pix parcelado', 'Boleto vencido', 'Cartão recusado']

/** Somebody who may write the cards on the table, after a round in which everybody chose these. */
async function revealed(stage: Stage, own: number, others: string[]): Promise<Member> {
  const ana = await stage.team.member('Ana Luísa', stage.look)
  await stageBoard(stage.origin, ana.account, { cards: { 'A Fazer': titles } })
  const { roomId } = await stage.team.openRoom()
  const seats: RoomSocket[] = []
  for (const { name, avatar } of guests.slice(0, others.length)) seats.push(await sit(stage.origin, roomId, name, { avatar }))
  stage.keep(() => seats.forEach((seat) => void seat.disconnect()))
  await ana.signIn()
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await ana.room.openTasks()
  await ana.room.bring('Checkout e pagamentos', ...titles)
  await ana.page.keyboard.press('Escape')
  await ana.room.vote(own)
  for (const [index, vote] of others.entries()) await seats[index]?.emitWithAck('vote', { roomId, vote })
  await ana.room.revealButton.click()
  await expect(ana.room.result.getByRole('button', { name: /^Salvar/ })).toBeVisible()
  return ana
}

/** What follows a round on a card. */
export const estimateScenes = {
  'room-agreed': (stage: Stage) => revealed(stage, 8, ['8', '8']),
  'room-disagreed': (stage: Stage) => revealed(stage, 2, ['8', '5']),
  'room-unsaved': async (stage: Stage) => {
    const ana = await revealed(stage, 8, ['8', '8'])
    await ana.room.newRoundButton.click()
    await expect(ana.page.getByRole('alertdialog')).toBeVisible()
    return ana
  },
}
