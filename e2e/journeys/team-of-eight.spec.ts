import { readFile } from 'node:fs/promises'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { type Account, createAccount } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { type RoomSocket, sit } from '../../scripts/lib/room-client.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'

const onTheTable = ['Pix parcelado', 'Boleto vencido', 'Cupom vencido'] as const
const atLeisure = ['Frete por CEP', 'Recibo por e-mail', 'Antifraude', 'Busca por voz'] as const

// A planning of a whole team, as it happens: five people in browsers, one of them on a phone, and three by sockets alone.
test('a team of eight estimates together and apart, and keeps the record', async ({ team, server }) => {
  test.setTimeout(180_000)
  const { origin } = server
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const caio = await team.member('Caio')
  const davi = await team.person('Davi', { device: 'phone' })
  const lia = await team.person('Lia')
  const [elisa, jonas, marina] = [
    await createAccount(origin, { name: 'Elisa' }),
    await createAccount(origin, { name: 'Jonas' }),
    await createAccount(origin, { name: 'Marina' }),
  ]
  const members = [bia.account, caio.account, elisa, jonas, marina]
  const { boardId } = await stageBoard(origin, ana.account, { cards: { 'A Fazer': [...onTheTable, ...atLeisure] }, members })
  const seats = new Map<Account, RoomSocket>()
  let roomId = ''
  const cast = async (who: Account, vote: string, confidence?: 'sure' | 'unsure') =>
    expect(await seats.get(who)?.emitWithAck('vote', { roomId, vote, ...(confidence && { confidence }) })).toMatchObject({ ok: true })
  const cardId = async (title: string) => {
    const { lists } = await callAs(origin, ana.account, boardsApi.get, { params: { boardId } })
    return lists.flatMap(({ cards }) => cards).find((card) => card.title === title)?.id ?? 0
  }
  const estimateOf = async (title: string) =>
    (await callAs(origin, ana.account, cardsApi.get, { params: { cardId: await cardId(title) } })).estimate

  await test.step('everybody sits down, two of them to observe', async () => {
    await ana.signIn()
    await ana.page.goto(`/board/${boardId}/backlog`)
    for (const title of onTheTable) await ana.page.getByRole('checkbox', { name: new RegExp(title) }).check()
    await ana.page.getByRole('button', { name: 'Levar à mesa' }).click()
    await ana.room.seated()
    roomId = new URL(ana.page.url()).pathname.split('/').at(-1) ?? ''
    for (const one of [bia, caio]) {
      await one.signIn()
      await one.page.goto(`/votacao/${roomId}`)
      await one.room.seated()
    }
    await davi.joinAsGuest(roomId)
    await lia.login.open(roomId)
    await lia.page.getByRole('checkbox', { name: 'Só observar sem votar' }).check()
    await lia.login.enterAsGuest('Lia')
    await lia.room.seated()
    for (const who of [elisa, jonas]) seats.set(who, await sit(origin, roomId, who.name, { token: who.token }))
    seats.set(marina, await sit(origin, roomId, marina.name, { token: marina.token, observer: true }))
    await expect(ana.room.side.getByText('6 participantes')).toBeVisible()
    await expect(ana.room.side.getByRole('list', { name: '2 observam' })).toContainText('Marina')
  })

  await test.step('a deck of their own, and a timer that everybody sees', async () => {
    await ana.room.openSettings()
    await ana.room.settings.getByRole('radio', { name: 'Baralho próprio' }).check()
    await ana.room.settings.getByRole('textbox', { name: /^Cartas/ }).fill('½ 1 2 3 5 8 13 ?')
    await ana.page.keyboard.press('Enter')
    for (const { room } of [ana, bia, caio, davi]) await expect(room.card(13)).toBeVisible()
    await ana.page.getByRole('button', { name: 'Cronômetro' }).click()
    await ana.page.getByRole('dialog', { name: 'Cronômetro' }).getByRole('button', { name: 'Começar' }).click()
    for (const { page } of [ana, bia, caio, davi, lia]) await expect(page.getByRole('timer', { name: 'Tempo da rodada' })).toBeVisible()
  })

  await test.step('they disagree, say why in a line each, and agree', async () => {
    await ana.room.vote(5)
    await bia.room.vote(2)
    await caio.room.vote(8)
    await davi.room.vote(5)
    await cast(elisa, '3', 'unsure')
    await cast(jonas, '13', 'sure')
    await ana.room.expectVotes(6, 6)
    const round = new Promise<number>((resolve) => seats.get(jonas)?.once('votesRevealed', (told) => resolve(told.round)))
    await ana.room.reveal()
    await bia.room.reason.fill('O simulador já devolve as parcelas.')
    await bia.room.reason.press('Enter')
    const told = { roomId, round: await round, text: 'Cada bandeira arredonda de um jeito.' }
    expect(await seats.get(jonas)?.emitWithAck('giveReason', told)).toMatchObject({ ok: true })
    for (const { room } of [ana, davi]) await expect(room.reasons).toHaveCount(2)
    await ana.room.result.getByRole('button', { name: 'Conversar e votar de novo' }).click()
    for (const { room } of [ana, bia, caio, davi]) await room.vote(8)
    await cast(elisa, '8')
    await cast(jonas, '8')
    await ana.room.expectVotes(6, 6)
    await ana.room.reveal()
    await ana.room.saveAndGoOn(8)
    await expect(bia.room.task).toContainText(onTheTable[1])
    expect(await estimateOf(onTheTable[0])).toBe(8)
  })

  await test.step('the next one in T-shirts, which the board says the points of', async () => {
    await ana.room.openSettings()
    await ana.room.settings.getByRole('radio', { name: /^Camisetas/ }).check()
    await ana.room.settings.getByRole('button', { name: 'Salvar' }).click()
    for (const { room } of [ana, bia, caio, davi]) await room.vote('M')
    await cast(elisa, 'P')
    await cast(jonas, 'M')
    await ana.room.expectVotes(6, 6)
    await ana.room.reveal()
    await ana.room.result.getByRole('textbox', { name: 'Pontos do M' }).fill('5')
    await ana.page.keyboard.press('Enter')
    await ana.room.result.getByRole('button', { name: /^Salvar M \(5\) e ir para a próxima/ }).click()
    await expect(davi.room.task).toContainText(onTheTable[2])
    expect(await estimateOf(onTheTable[1])).toBe(5)
  })

  await test.step('Ana hands over the moderation and goes; Bia goes on', async () => {
    await ana.room.side.getByRole('button', { name: 'Opções de Bia' }).click()
    await ana.page.getByRole('menuitem', { name: 'Passar a moderação' }).click()
    await expect(bia.room.side.getByRole('button', { name: 'Configurações da sala' })).toBeVisible()
    await ana.page.goto(`/board/${boardId}/backlog`)
    for (const { room } of [bia, caio, davi]) await room.vote('G')
    await cast(elisa, 'G')
    await cast(jonas, 'G')
    await bia.room.reveal()
    await expect(davi.room.result).toContainText('G')
  })

  let path = ''
  await test.step('four cards are estimated without a meeting by the six of the board', async () => {
    for (const title of atLeisure) await ana.page.getByRole('checkbox', { name: new RegExp(title) }).check()
    await ana.page.getByRole('button', { name: 'Estimar sem reunião' }).click()
    await ana.page.getByRole('button', { name: 'Fibonacci' }).click()
    await ana.page.getByRole('button', { name: 'Mesma carta' }).click()
    await ana.page.getByRole('button', { name: 'Abrir para 6 pessoas' }).click()
    await expect(ana.page.getByRole('region', { name: 'Quem terminou' })).toContainText('0 de 6')
    path = new URL(ana.page.url()).pathname
  })

  await test.step('one of them loses the board midway, and their votes go', async () => {
    const params = { estimationId: Number(path.split('/').at(-1)) }
    const ids = await Promise.all(atLeisure.map(cardId))
    const vote = (who: Account, index: number, face: string) =>
      callAs(origin, who, estimationsApi.vote, { params: { ...params, cardId: ids[index] ?? 0 }, body: { vote: face } })
    for (const [index] of atLeisure.entries()) await vote(jonas, index, '8')
    await callAs(origin, ana.account, boardsApi.removeMember, { params: { boardId, userId: jonas.user.id } })
    await expect(ana.page.getByRole('region', { name: 'Quem terminou' })).toContainText('0 de 5')
    const faces = { same: ['3', '3', '3', '3', '3'], apart: ['1', '3', '5', '3', '8'] }
    const voters = [bia.account, caio.account, elisa, marina, ana.account]
    for (const [place, who] of voters.entries())
      for (const [index, kind] of (['same', 'apart', 'same', 'apart'] as const).entries()) await vote(who, index, faces[kind][place] ?? '?')
  })

  await test.step('it closes by itself: two agree, two go to the table and are saved', async () => {
    await expect(ana.page.getByRole('region', { name: '2 com acordo' })).toContainText(atLeisure[0])
    const talks = ana.page.getByRole('region', { name: '2 para conversar' })
    await expect(talks).toContainText('1 a 8')
    await expect(ana.page.getByText('Jonas')).toHaveCount(0)
    await ana.page.getByRole('button', { name: 'Levar 2 à mesa' }).click()
    await ana.room.seated()
    const second = new URL(ana.page.url()).pathname
    await bia.page.goto(second)
    await bia.room.seated()
    await ana.room.vote(3)
    await bia.room.vote(3)
    await ana.room.reveal()
    await ana.room.saveAndGoOn(3)
    await ana.room.vote(5)
    await bia.room.vote(5)
    await ana.room.reveal()
    await ana.room.saveEstimate(5)
    expect([await estimateOf(atLeisure[0]), await estimateOf(atLeisure[2])]).toEqual([3, 3])
    expect([await estimateOf(atLeisure[1]), await estimateOf(atLeisure[3])].sort()).toEqual([3, 5])
  })

  await test.step('the record of the first session is theirs to keep', async () => {
    await caio.page.goto(`/votacao/${roomId}/historico`)
    await expect(caio.page.getByRole('button', { name: new RegExp(onTheTable[0]) })).toContainText('Do 2 ao 13')
    const downloading = caio.page.waitForEvent('download')
    await caio.page.getByRole('button', { name: 'Baixar CSV' }).click()
    const csv = (await readFile(await (await downloading).path())).toString()
    expect(csv).toContain('"Cada bandeira arredonda de um jeito."')
    expect(csv).toMatch(/"Boleto vencido".*"M"/)
    for (const seat of seats.values()) seat.disconnect()
  })
})
