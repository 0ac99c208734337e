import { devices, expectAccessible, expectFits } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { type Past, stageFinished } from '../harness/finished-cards.ts'
import { expect, test } from '../harness/fixtures.ts'

/** Longer than what its bar shows on a phone. */
const asked = 'Boleto: mostrar os juros e o total antes de gerar'
const past: readonly Past[] = [
  ['Boleto: mostrar o total com juros', 5, 4],
  ['Ícone do menu', 5, 1],
  ...[2, 2, 3, 3, 4, 6].map((days, index): Past => [`Outra coisa ${index}`, 5, days]),
  ['Recibo do boleto por e-mail', 3, 2],
  ['Migrar o carrinho', 8, 9],
]

for (const device of devices)
  test(`finished cards are there to compare with, and after the reveal what the board remembers (${device})`, async ({ team, server }) => {
    const ana = await team.member('Ana', { device })
    const zeca = await team.person('Zeca')
    const board = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': [asked] } })
    await stageFinished(server, ana.account, board, past)
    const { roomId } = await team.openRoom()
    await ana.signIn()
    await ana.page.goto(`/votacao/${roomId}`)
    await ana.room.seated()
    await zeca.joinAsGuest(roomId)
    await ana.room.openTasks()
    await ana.room.bring('Checkout e pagamentos', asked)
    await ana.page.keyboard.press('Escape')

    await test.step('while voting, the value one holds and those beside it', async () => {
      await ana.room.vote(3)
      // On a phone they stand with the whole task.
      const opener = ana.page.getByRole('button', { name: device === 'phone' ? 'Ler a tarefa inteira' : 'Comparar' })
      await opener.press('Enter')
      const dialog = ana.page.getByRole('dialog', { name: device === 'phone' ? 'Tarefa em votação' : 'Para comparar' })
      await expect(dialog.getByRole('region', { name: /^3 pontos$/ })).toBeVisible()
      await expect(dialog.getByRole('region', { name: /^8 pontos/ })).toHaveCount(0)
      await expect(dialog.getByRole('region', { name: '5 pontos quase sempre de 1 a 4 dias' })).toBeVisible()
      await expect(dialog.getByRole('listitem').nth(1)).toContainText('5 pontos: Boleto: mostrar o total com juros4 dias')
      await expectAccessible(ana.page, 'finished cards to compare with', '[role="dialog"]')
      await expectFits(ana.page, 'finished cards to compare with')
      await ana.page.keyboard.press('Escape')
      await expect(opener).toBeFocused()
      await expect(zeca.page.getByRole('button', { name: 'Comparar' }), 'titles of a board are for those who see it').toHaveCount(0)
    })

    await test.step('after the reveal, how long cards of the value took, and the most alike', async () => {
      await ana.room.vote(5)
      await zeca.room.vote(5)
      await zeca.room.reveal()
      const remembers = ana.page.getByRole('region', { name: 'O que o quadro lembra' })
      await expect(remembers).toContainText('Os últimos 8 cartões de 5 pontos levaram de 1 a 4 dias (80 %).')
      await expect(remembers.getByRole('img')).toHaveAccessibleName(
        '8 cartões: 1 em 1 dia, 2 em 2 dias, 2 em 3 dias, 2 em 4 dias e 1 em 6 dias',
      )
      await expect(remembers.getByRole('listitem')).toHaveCount(3)
      await expectAccessible(ana.page, 'what the board remembers')
      await expectFits(ana.page, 'what the board remembers')
      await expect(zeca.page.getByRole('region', { name: 'O que o quadro lembra' })).toHaveCount(0)
      await expect(zeca.room.result).not.toContainText('juros')
    })
  })
