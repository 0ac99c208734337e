import { expect, test } from '../harness/fixtures.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { makeBoard } from '../harness/work.ts'
import { PalettePage } from '../pages/palette.ts'

test('boards and cards are reached by keys alone, from any page', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const plan = await makeBoard(server.origin, ana.account, { title: 'Plano de ação' }, [{ title: 'Simulação do Pix' }])
  const other = await makeBoard(server.origin, ana.account, { title: 'Portal' }, [{ title: 'Ação no portal' }])
  await ana.signIn()
  await ana.page.goto('/sprints')
  await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
  const palette = new PalettePage(ana.page)

  await palette.open()
  await expect(palette.dialog.getByRole('group', { name: 'Quadros recentes' }).getByRole('option').first()).toHaveText('Portal')
  await expect(palette.options.first()).toHaveAttribute('aria-selected', 'true')

  await ana.page.keyboard.type('ACAO')
  await expect(palette.dialog.getByRole('group', { name: 'Quadros', exact: true }).getByRole('option')).toHaveText(['Plano de ação'])
  const cards = palette.dialog.getByRole('group', { name: 'Cartões' }).getByRole('option')
  await expect(cards).toHaveCount(2)
  await expect.poll(() => palette.active()).toBe('Plano de ação')
  await ana.page.keyboard.press('ArrowUp')
  await expect.poll(() => palette.active(), 'up from the first goes to the last').toBe(await cards.last().innerText())
  await ana.page.keyboard.press('ArrowDown')
  await ana.page.keyboard.press('Enter')
  await expect(ana.page).toHaveURL(`/board/${plan.boardId}`)
  await expect(palette.dialog).toBeHidden()

  await palette.open()
  await ana.page.keyboard.type('acao no portal')
  await expect(palette.options).toHaveCount(1)
  await ana.page.keyboard.press('Enter')
  await expect(ana.page).toHaveURL(`/board/${other.boardId}?card=${other.cardIds[0]}`)
})

test('a sprint says its board and when it begins', async ({ team, server }) => {
  const ana = await team.member('Ana')
  await stageSprint(server.origin, ana.account, { nome: 'Sprint 13', from: 7, to: 14 })
  await ana.signIn()
  await ana.page.goto('/trello')
  const palette = new PalettePage(ana.page)
  await palette.open()
  await ana.page.keyboard.type('sprint 13')
  await expect(palette.options).toHaveText(['Sprint 13Checkout · planejada, começa em 7 dias'])
})

test('Enter waits for the answer to what was typed', async ({ team, server }) => {
  const ana = await team.member('Ana')
  await makeBoard(server.origin, ana.account, { title: 'Alfa' })
  const beta = await makeBoard(server.origin, ana.account, { title: 'Beta' })
  await makeBoard(server.origin, ana.account, { title: 'Gama' })
  await ana.signIn()
  await ana.page.goto('/trello')
  const palette = new PalettePage(ana.page)
  await palette.open()
  await expect(palette.options.first()).toContainText('Gama')
  const pressed = Promise.withResolvers<void>()
  await notHandedOn(ana.page).route('**/api/boards?q=*', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await ana.page.keyboard.type('beta')
  await ana.page.keyboard.press('Enter')
  pressed.resolve()
  await expect(ana.page, 'not what the list showed before').toHaveURL(`/board/${beta.boardId}`)
})

test('what is not found is said, Escape gives the focus back, and a phone has a button for it', async ({ team }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  await ana.signIn()
  await ana.page.goto('/trello')
  const palette = new PalettePage(ana.page)
  const button = ana.page.getByRole('button', { name: 'Buscar', exact: true })
  await button.click()
  await palette.field.fill('isto não existe')
  await expect(palette.dialog.getByText('Nada com “isto não existe”')).toBeVisible()
  await expect(palette.dialog.getByRole('status').filter({ hasText: 'Nenhum resultado' })).toBeAttached()
  await ana.page.keyboard.press('Escape')
  await expect(palette.dialog).toBeHidden()
  await expect(button).toBeFocused()
})
