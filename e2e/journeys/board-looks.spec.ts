import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'

test('a person looks at a board in lines and with lists folded, and finds it so again; others see it as before', async ({
  team,
  server,
}) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio', { device: 'phone' })
  const stage = await stageCard(server.origin, ana.account, { title: 'Pix parcelado', members: [caio.account] })
  await ana.signIn()
  await ana.page.goto(`/board/${stage.boardId}`)
  const { board, page } = ana
  await board.addCards('A Fazer', 'Um título que não cabe em uma linha só porque diz tudo o que há para dizer', 'Frete')
  const folded = page.getByRole('button', { name: /^Abrir a lista Em Andamento, / })

  await board.look('Em uma linha')
  await expect.poll(async () => (await board.card('Frete').boundingBox())?.height).toBe(44)
  const tops = async () => {
    const boxes = await Promise.all((await board.list('A Fazer').getByRole('link').all()).map((card) => card.boundingBox()))
    return boxes.map((box) => Math.round((box?.y ?? 0) - (boxes[0]?.y ?? 0)))
  }
  await expect.poll(tops).toEqual([0, 48, 96])
  await expectAccessible(page, 'a board in lines')

  await board.openListMenu('Em Andamento', 'Recolher lista')
  await expect(folded).toBeFocused()
  expect((await board.list('Em Andamento').boundingBox())?.width).toBe(44)
  await expectAccessible(page, 'a folded list')
  // By keys and by pointer cards still come to it, at its end.
  await board.card('Frete').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByRole('button', { name: 'Abrir a lista Em Andamento, 1 cartão' })).toBeVisible()
  await board.drag(board.card('Pix parcelado'), board.list('Em Andamento'))
  await expect(page.getByRole('button', { name: 'Abrir a lista Em Andamento, 2 cartões' })).toBeVisible()

  await page.reload()
  await expect(folded).toBeVisible()
  await expect.poll(async () => (await board.list('A Fazer').getByRole('link').boundingBox())?.height).toBe(44)
  await caio.signIn()
  await caio.page.goto(`/board/${stage.boardId}`)
  await caio.board.expectCards('Em Andamento', ['Frete', 'Pix parcelado'])

  await folded.press('Enter')
  await board.expectCards('Em Andamento', ['Frete', 'Pix parcelado'])
  await board.look('Completos')
  await expect.poll(async () => (await board.card('Frete').boundingBox())?.height).toBeGreaterThan(50)

  await caio.board.look('Em uma linha')
  await caio.board.openListMenu('A Fazer', 'Recolher lista')
  await expectFits(caio.page, 'a board in lines on a phone')
  await expectAccessible(caio.page, 'a board in lines on a phone')
})

test('on a phone the menu of a board stays on the screen, and its last entry is reached in it', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio', { device: 'phone' })
  const stage = await stageCard(server.origin, ana.account, { title: 'Pix parcelado', members: [caio.account] })
  await caio.signIn()
  await caio.page.goto(`/board/${stage.boardId}`)
  await caio.board.menuButton.tap()
  const menu = caio.page.getByRole('menu')
  const bottom = async () => {
    const { y, height } = (await menu.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
    return y + height
  }
  const screen = caio.page.viewportSize()?.height ?? 0
  await expect.poll(bottom).toBeLessThanOrEqual(screen)
  await expectAccessible(caio.page, 'the menu of a board on a phone')
  await menu.getByRole('menuitem', { name: 'Sair do quadro' }).tap()
  await expect(caio.page.getByRole('dialog', { name: 'Sair deste quadro?' })).toBeVisible()
  await expect.poll(() => caio.page.evaluate(() => window.scrollY)).toBe(0)
})
