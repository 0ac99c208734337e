import { accounts, guests } from '../../scripts/demo/people.ts'
import { type RoomSocket, sit } from '../../scripts/lib/room-client.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect } from '../harness/fixtures.ts'
import type { Member } from '../harness/team.ts'
import type { Stage } from './stage.ts'

const team = [...accounts.slice(1), ...guests]
const titles = [
  'Renovar sessão sem perder o carrinho',
  'Pix parcelado: mostrar simulação antes de confirmar',
  'Carteira digital: pagar com Google Pay',
]
/** The story of each round, its cards in the order of the table, what two of them saw, and what was saved. */
const rounds = [
  { story: 0, cards: ['5', '5', '5', '5', '5', '5'], save: 5 },
  {
    story: 1,
    cards: ['5', '5', '8', '2', '5', '5'],
    saw: {
      2: 'Cada bandeira arredonda de um jeito, e o extrato tem que bater.',
      3: 'O simulador já devolve as parcelas prontas. É só mostrar.',
    },
  },
  { story: 1, cards: ['5', '5', '5', '5', '5', '5'], save: 5 },
  { story: 2, cards: ['3', '8', '3', '2', '5', '8'] },
] as const

/** Ana Luísa, who moderated a session of six and one who observed. */
async function held(stage: Stage): Promise<{ ana: Member; roomId: string; seats: RoomSocket[] }> {
  const ana = await stage.team.member('Ana Luísa', stage.look)
  await stageBoard(stage.origin, ana.account, { cards: { 'A Fazer': titles } })
  await ana.signIn()
  const { roomId, hostToken } = await stage.team.openRoom({ roomName: 'Time Checkout' })
  await ana.page.evaluate(([code, token]) => localStorage.setItem('rodada.hostTokens', JSON.stringify({ [code]: token })), [
    roomId,
    hostToken,
  ] as const)
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  const seats: RoomSocket[] = []
  for (const { name, avatar } of team) seats.push(await sit(stage.origin, roomId, name, { avatar }))
  seats.push(await sit(stage.origin, roomId, 'Lia', { avatar: 'vela', observer: true }))
  stage.keep(() => seats.forEach((seat) => void seat.disconnect()))
  await ana.room.openTasks()
  await ana.room.bring('Checkout e pagamentos', ...titles)
  await ana.page.keyboard.press('Escape')
  const [first] = seats
  for (const [index, { story, cards, ...more }] of rounds.entries()) {
    await first?.emitWithAck('selectTask', { roomId, task: { task_id: (await taskIds(ana))[story] ?? 0 } })
    await ana.room.vote(cards[0])
    for (const [who, seat] of seats.slice(0, team.length).entries())
      await seat.emitWithAck('vote', {
        roomId,
        vote: cards[who + 1] ?? '5',
        confidence: who % 3 === 1 ? 'unsure' : who % 3 === 0 ? 'sure' : undefined,
      })
    await ana.room.reveal()
    await expect(ana.room.result).toBeVisible()
    for (const [who, text] of Object.entries('saw' in more ? more.saw : {}))
      await seats[Number(who) - 1]?.emitWithAck('giveReason', { roomId, round: index + 1, text })
    if ('save' in more) await ana.page.getByRole('button', { name: /^Salvar 5/ }).click()
    else await first?.emitWithAck('resetVoting', { roomId })
    await expect(ana.room.result).toBeHidden()
  }
  return { ana, roomId, seats }
}

/** The ids of the room's tasks, in their order. */
const taskIds = ({ page }: Member): Promise<number[]> =>
  page.evaluate(async () => {
    const code = location.pathname.split('/').at(-1)
    const reply = await fetch(`/api/rooms/${code}/tasks`, { headers: { authorization: `Bearer ${localStorage.getItem('authToken')}` } })
    return ((await reply.json()) as { task_id: number }[]).map(({ task_id }) => task_id)
  })

const opened = async (stage: Stage): Promise<Member> => {
  const { ana, roomId } = await held(stage)
  await ana.page.goto(`/votacao/${roomId}/historico`)
  await ana.page.getByRole('button', { name: /Pix parcelado/ }).click()
  return ana
}

/** The record of a session, at the table and afterwards. */
export const recordScenes = {
  record: opened,
  'record-below': async (stage: Stage) => {
    const ana = await opened(stage)
    await ana.page.getByText('Veem este registro').scrollIntoViewIfNeeded()
    return ana
  },
  'record-delete': async (stage: Stage) => {
    const ana = await opened(stage)
    await ana.page.getByRole('button', { name: 'Mais opções' }).click()
    await ana.page.getByRole('menuitem', { name: /Excluir registro/ }).click()
    await expect(ana.page.getByRole('dialog')).toBeVisible()
    return ana
  },
  'record-rooms': async (stage: Stage) => {
    const { ana } = await held(stage)
    await ana.page.goto('/salas')
    await expect(ana.page.getByRole('main').getByRole('link', { name: /Time Checkout/ })).toBeVisible()
    return ana
  },
  'record-dashboard': async (stage: Stage) => {
    const { ana } = await held(stage)
    await ana.page.goto('/dashboard')
    await ana.page.getByText('Salas em que estive').scrollIntoViewIfNeeded()
    return ana
  },
  'record-room': async (stage: Stage) => {
    const { ana } = await held(stage)
    if (stage.look.device === 'phone') await ana.page.getByRole('button', { name: 'Menu da sala' }).click()
    await ana.page.getByRole('button', { name: 'Registro da sala' }).click()
    await ana.page.getByRole('button', { name: /Pix parcelado/ }).click()
    return ana
  },
  'room-writing': async (stage: Stage) => {
    const { ana, roomId, seats } = await held(stage)
    await ana.room.vote(5)
    for (const [who, vote] of ['8', '2', '5'].entries()) await seats[who]?.emitWithAck('vote', { roomId, vote })
    await ana.room.reveal()
    const round = rounds.length + 1
    await seats[1]?.emitWithAck('giveReason', { roomId, round, text: 'Cada bandeira arredonda de um jeito.' })
    await seats[0]?.emitWithAck('writingReason', { roomId, round, writing: true })
    await expect(ana.room.result.getByText('escrevendo…')).toBeVisible()
    await ana.room.result.getByText('Nesta sessão').scrollIntoViewIfNeeded()
    return ana
  },
  'room-avatar': async (stage: Stage) => {
    const { ana } = await held(stage)
    if (stage.look.device === 'phone') await ana.page.getByRole('button', { name: 'Menu da sala' }).click()
    await ana.page.getByRole('button', { name: 'Trocar meu avatar' }).click()
    await expect(ana.page.getByRole('dialog')).toBeVisible()
    return ana
  },
  'room-side': async (stage: Stage) => {
    const { ana } = await held(stage)
    if (stage.look.device === 'phone') await ana.page.getByRole('button', { name: 'Menu da sala' }).click()
    return ana
  },
}
