import { expect } from '@playwright/test'
import { accounts, chat, guests, task } from '../../scripts/demo/people.ts'
import { type RoomSocket, sit } from '../../scripts/lib/room-client.ts'
import type { Person } from '../harness/team.ts'
import { boardScenes } from './board-scenes.ts'
import { cardScenes } from './card-scenes.ts'
import { dashboardScenes } from './dashboard-scenes.ts'
import { estimateScenes } from './estimate-scenes.ts'
import { importScenes } from './import-scenes.ts'
import { inboxScenes } from './inbox-scenes.ts'
import { integrationScenes } from './integration-scenes.ts'
import { outsideScenes } from './outside-scenes.ts'
import { recordScenes } from './record-scenes.ts'
import { sealedScenes } from './sealed-scenes.ts'
import { settingsScenes } from './settings-scenes.ts'
import { sprintScenes } from './sprint-scenes.ts'
import type { ServiceStage, Stage } from './stage.ts'
import { viewScenes } from './view-scenes.ts'

type Scene = (stage: ServiceStage) => Promise<Person>

const crowd = ['Lia', 'Marina', 'Rafa', 'Tiago', 'Vera', 'Zeca'].map((name) => ({ name, avatar: 'lua' }))

const observing = [
  { name: 'Lia', avatar: 'vela' },
  { name: 'Marina', avatar: 'lua' },
]

const nobody = async ({ team, look }: Stage): Promise<Person> => team.person('Ana Luísa', look)

/** Ana at the table of a room that she opened as a guest. */
async function hostOf(stage: Stage, { roomId, hostToken }: { roomId: string; hostToken: string }): Promise<Person> {
  const ana = await nobody(stage)
  await ana.page.goto('/')
  await ana.page.evaluate(([code, token]) => localStorage.setItem('rodada.hostTokens', JSON.stringify({ [code]: token })), [
    roomId,
    hostToken,
  ] as const)
  await ana.joinAsGuest(roomId)
  return ana
}

/** The person who looks, at a table with `others`, with a task and some chat. */
async function atTable(
  stage: Stage,
  others: readonly { name: string; avatar: string }[],
): Promise<{ ana: Person; roomId: string; seats: RoomSocket[] }> {
  const { roomId } = await stage.team.openRoom()
  const seats: RoomSocket[] = []
  for (const { name, avatar } of others) seats.push(await sit(stage.origin, roomId, name, { avatar }))
  stage.keep(() => seats.forEach((seat) => void seat.disconnect()))
  const [first] = seats
  if (first) {
    await first.emitWithAck('selectTask', { roomId, task: { title: task } })
    for (const [name, message] of chat) {
      const index = others.findIndex((other) => other.name === name)
      await seats[index]?.emitWithAck('chatMessage', { roomId, message })
    }
  }
  const ana = await nobody(stage)
  await ana.joinAsGuest(roomId)
  return { ana, roomId, seats }
}

const team = [...accounts.slice(1), ...guests]

async function vote(seats: RoomSocket[], roomId: string, cards: string[]): Promise<void> {
  for (const [index, card] of cards.entries()) await seats[index]?.emitWithAck('vote', { roomId, vote: card })
}

async function landing(stage: Stage): Promise<Person> {
  const ana = await nobody(stage)
  await ana.landing.open()
  return ana
}

async function login(stage: Stage): Promise<Person> {
  const { roomId } = await stage.team.openRoom()
  for (const { name, avatar } of team) {
    const seat = await sit(stage.origin, roomId, name, { avatar })
    stage.keep(() => void seat.disconnect())
  }
  const ana = await nobody(stage)
  await ana.login.open(roomId)
  return ana
}

/** Every screen and state, by the name of its picture. */
export const scenes: Record<string, Scene> = {
  landing,
  'landing-create': async (stage) => {
    const ana = await landing(stage)
    await ana.landing.createRoom()
    return ana
  },
  'landing-join': async (stage) => {
    const { roomId } = await stage.team.openRoom()
    const seat = await sit(stage.origin, roomId, 'Bia')
    stage.keep(() => void seat.disconnect())
    const ana = await landing(stage)
    await ana.landing.joinButton.click()
    await expect(ana.landing.joinDialog.getByText(roomId)).toBeVisible()
    return ana
  },
  'landing-join-many': async (stage) => {
    const names = ['Time Checkout', 'Refinamento do portal do lojista e do aplicativo', 'Pagamentos', 'Estimativa rápida', 'Plataforma']
    for (const roomName of names) {
      const { roomId } = await stage.team.openRoom({ roomName })
      for (const name of ['Bia', 'Caio']) {
        const seat = await sit(stage.origin, roomId, name)
        stage.keep(() => void seat.disconnect())
      }
    }
    const ana = await landing(stage)
    await ana.landing.joinButton.click()
    await expect(ana.landing.joinDialog.getByText('Plataforma').first()).toBeVisible()
    return ana
  },
  'landing-join-refused': async (stage) => {
    const ana = await landing(stage)
    await ana.landing.joinButton.click()
    await ana.landing.idField.fill('ZZZZZZ')
    await expect(ana.landing.joinDialog.getByText(/não está ativa/)).toBeVisible()
    return ana
  },
  'landing-join-ok': async (stage) => {
    const { roomId } = await stage.team.openRoom()
    const ana = await landing(stage)
    await ana.landing.joinButton.click()
    await ana.landing.enterId(roomId)
    return ana
  },
  login,
  'login-plain': async (stage) => {
    const ana = await nobody(stage)
    await ana.login.open()
    return ana
  },
  'login-refused': async (stage) => {
    const ana = await login(stage)
    await ana.login.signIn('', '')
    return ana
  },
  register: async (stage) => {
    const ana = await login(stage)
    await ana.login.toRegister()
    return ana
  },
  'register-refused': async (stage) => {
    const ana = await login(stage)
    await ana.login.toRegister()
    await ana.login.register({})
    return ana
  },
  avatar: async (stage) => {
    const { roomId } = await stage.team.openRoom()
    const ana = await stage.team.member('Ana Luísa', stage.look)
    await ana.signIn()
    await ana.page.goto(`/avatar?roomId=${roomId}`)
    await expect(ana.avatar.choices).toHaveCount(8)
    return ana
  },
  'room-alone': async (stage) => {
    const { ana } = await atTable(stage, [])
    return ana
  },
  'room-waiting': async (stage) => {
    const { ana } = await atTable(stage, team)
    return ana
  },
  'room-voted': async (stage) => {
    const { ana, roomId, seats } = await atTable(stage, team)
    await ana.room.vote(5)
    await vote(seats, roomId, ['5', '8', '3'])
    await ana.room.expectVotes(4, 6)
    return ana
  },
  'room-observers': async (stage) => {
    const { ana, roomId, seats } = await atTable(stage, team)
    for (const { name, avatar } of observing) {
      const seat = await sit(stage.origin, roomId, name, { avatar, observer: true })
      stage.keep(() => void seat.disconnect())
    }
    await ana.room.vote(5)
    await vote(seats, roomId, ['5', '8', '3'])
    await ana.room.expectVotes(4, 6)
    return ana
  },
  'room-early': async (stage) => {
    const { ana, roomId, seats } = await atTable(stage, team)
    await ana.room.vote(5)
    await vote(seats, roomId, ['5', '8', '3'])
    await ana.room.expectVotes(4, 6)
    await ana.room.revealButton.click()
    await expect(ana.room.revealAnyway).toBeVisible()
    return ana
  },
  'room-countdown': async (stage) => {
    const room = await stage.team.openRoom()
    const seats: RoomSocket[] = []
    for (const { name, avatar } of team) seats.push(await sit(stage.origin, room.roomId, name, { avatar }))
    stage.keep(() => seats.forEach((seat) => void seat.disconnect()))
    const ana = await hostOf(stage, room)
    await vote(seats, room.roomId, ['5', '8', '3', '5', '5'])
    await ana.room.openSettings()
    await ana.room.settings.getByRole('switch', { name: 'Revelar quando todos votarem' }).check()
    await ana.room.settings.getByRole('button', { name: 'Salvar' }).click()
    await expect(ana.room.settings).toBeHidden()
    await ana.page.keyboard.press('Escape')
    await ana.room.vote(5)
    await expect(ana.room.table).toContainText('Todos votaram')
    return ana
  },
  'room-timer': async (stage) => {
    const room = await stage.team.openRoom()
    const seats: RoomSocket[] = []
    for (const { name, avatar } of team) seats.push(await sit(stage.origin, room.roomId, name, { avatar }))
    stage.keep(() => seats.forEach((seat) => void seat.disconnect()))
    const ana = await hostOf(stage, room)
    await ana.room.vote(5)
    await vote(seats, room.roomId, ['5', '8', '3'])
    await ana.page.getByRole('button', { name: 'Cronômetro' }).click()
    await ana.page.getByRole('button', { name: 'Começar' }).click()
    await expect(ana.page.getByRole('timer')).toContainText('4:5')
    return ana
  },
  'room-timer-dialog': async (stage) => {
    const ana = await hostOf(stage, await stage.team.openRoom())
    await ana.page.getByRole('button', { name: 'Cronômetro' }).click()
    await expect(ana.page.getByRole('button', { name: 'Começar' })).toBeVisible()
    return ana
  },
  'room-observing': async (stage) => {
    const { ana } = await atTable(stage, [...team, ...crowd])
    await ana.room.openMenu()
    await ana.page.getByRole('button', { name: 'Só observar' }).click()
    await ana.page.keyboard.press('Escape')
    await expect(ana.room.table).toContainText('Você observa')
    return ana
  },
  'room-confidence': async (stage) => {
    const { ana, roomId, seats } = await atTable(stage, team)
    await vote(seats, roomId, ['5', '8', '3'])
    await ana.room.vote(5)
    await ana.room.confidence('Em dúvida').click()
    await ana.room.expectVotes(4, 6)
    return ana
  },
  'room-revealed': async (stage) => {
    const { ana, roomId, seats } = await atTable(stage, team)
    await ana.room.vote(5)
    await vote(seats, roomId, ['5', '8', '3', '5', '5'])
    await ana.room.expectVotes(6, 6)
    await ana.room.reveal()
    await ana.room.expectAverage('5,2')
    return ana
  },
  'room-consensus': async (stage) => {
    const { ana, roomId, seats } = await atTable(stage, team)
    await ana.room.vote(5)
    await vote(seats, roomId, ['5', '5', '5', '5', '5'])
    await ana.room.expectVotes(6, 6)
    await ana.room.reveal()
    await expect(ana.page.getByText('Consenso!').first()).toBeVisible()
    return ana
  },
  ...estimateScenes,
  'room-square': async (stage) => {
    const { ana, roomId, seats } = await atTable(stage, [...team, ...crowd])
    await ana.room.vote(5)
    await vote(seats, roomId, ['5', '8', '3', '5'])
    await ana.room.expectVotes(5, 12)
    return ana
  },
  'room-square-revealed': async (stage) => {
    const { ana, roomId, seats } = await atTable(stage, [...team, ...crowd])
    await ana.room.vote(5)
    await vote(seats, roomId, ['5', '8', '3', '5', '5', '5', '8', '3', '5', '4', '5'])
    await ana.room.expectVotes(12, 12)
    await ana.room.reveal()
    await expect(ana.room.result).toBeVisible()
    return ana
  },
  'room-share': async (stage) => {
    const { ana } = await atTable(stage, team)
    await ana.room.openShare()
    return ana
  },
  'room-settings': async (stage) => {
    const room = await stage.team.openRoom()
    const ana = await hostOf(stage, room)
    await ana.room.openSettings()
    return ana
  },
  'room-leave': async (stage) => {
    const room = await stage.team.openRoom()
    for (const { name, avatar } of team) {
      const seat = await sit(stage.origin, room.roomId, name, { avatar })
      stage.keep(() => void seat.disconnect())
    }
    const ana = await hostOf(stage, room)
    await ana.room.leave()
    await expect(ana.page.getByRole('alertdialog')).toBeVisible()
    return ana
  },
  'room-return': async (stage) => {
    const { roomId } = await stage.team.openRoom()
    const ana = await stage.team.member('Ana Luísa', stage.look)
    await ana.signIn()
    await ana.page.goto(`/votacao/${roomId}`)
    await ana.room.seated()
    await ana.page.goto('/sprints')
    await expect(ana.page.getByRole('link', { name: 'Voltar à sala' })).toBeVisible()
    return ana
  },
  'room-task': async (stage) => {
    const { ana } = await atTable(stage, team)
    await ana.room.openTask()
    return ana
  },
  'room-menu': async (stage) => {
    const { ana } = await atTable(stage, team)
    await ana.room.openMenu()
    return ana
  },
  'room-chat': async (stage) => {
    const { ana } = await atTable(stage, team)
    await ana.room.openChat()
    return ana
  },
  'room-chat-minimised': async (stage) => {
    const { ana } = await atTable(stage, team)
    await ana.room.closeChat()
    return ana
  },
  'room-reconnecting': async (stage) => {
    const { ana } = await atTable(stage, team)
    await ana.goOffline()
    await expect(ana.room.connection).toContainText(/Reconectando|Sem conexão/)
    return ana
  },
  'room-away': async (stage) => {
    const { ana, seats } = await atTable(stage, team)
    seats[1]?.disconnect()
    await expect(ana.room.table).toContainText('ausente')
    return ana
  },
  'to-come': async (stage) => {
    const ana = await stage.team.member('Ana Luísa', stage.look)
    await ana.signIn()
    await ana.page.goto('/settings')
    await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
    return ana
  },
  ...boardScenes,
  ...viewScenes,
  ...cardScenes,
  ...dashboardScenes,
  ...inboxScenes,
  ...integrationScenes,
  ...outsideScenes,
  ...importScenes,
  ...recordScenes,
  ...sealedScenes,
  ...settingsScenes,
  ...sprintScenes,
  'not-found': async (stage) => {
    const ana = await nobody(stage)
    await ana.page.goto('/nao-existe')
    await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
    return ana
  },
}
