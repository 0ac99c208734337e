import { devices, everything, expectAccessible, expectGoodOnBoth } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { invite, makeBoard } from '../harness/work.ts'
import { DashboardPage } from '../pages/dashboard.ts'
import { InvitationPage } from '../pages/invitation.ts'
import { PalettePage } from '../pages/palette.ts'

test('dashboard in its views, with tasks and without', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  await ana.signIn()
  const dashboard = new DashboardPage(ana.page)
  await dashboard.open()
  await expect(ana.page.getByRole('region', { name: 'Primeiros passos' })).toBeVisible()
  await ana.page.getByRole('button', { name: 'Fazer depois' }).click()
  await expect(dashboard.tasksNow.getByRole('heading', { name: 'Nenhuma tarefa encontrada' })).toBeVisible()
  await expectGoodOnBoth(ana.page, 'dashboard, empty')
  await makeBoard(server.origin, ana.account, { title: 'Checkout', isPublic: true, description: 'Do carrinho ao comprovante.' }, [
    { title: 'Vence hoje', due: 0, priority: 'low' },
    { title: 'Já passou', due: -1, priority: 'urgent', list: 1 },
    { title: 'Mais tarde', due: 3, priority: 'high' },
    { title: 'Pronto', list: 2 },
  ])
  await dashboard.open()
  await expect(dashboard.tasksNow).toContainText('Vence hoje')
  await expect(ana.page.getByRole('region', { name: 'Aconteceu' })).toContainText('Pronto')
  await expectAccessible(ana.page, 'dashboard')
  await expectGoodOnBoth(ana.page, 'dashboard')
  await dashboard.number('Pendentes').click()
  await expect(dashboard.filterDialog.getByRole('listitem')).toHaveCount(2)
  await expectGoodOnBoth(ana.page, 'task filter')
  await dashboard.filterDialog.getByRole('textbox').fill('nada disso')
  await expect(dashboard.filterDialog.getByRole('heading', { name: 'Nenhuma tarefa encontrada' })).toBeVisible()
  await expectGoodOnBoth(ana.page, 'task filter, nothing found')
  await dashboard.open('?ver=quadros')
  await expect(dashboard.board('Checkout').first()).toBeVisible()
  await expectGoodOnBoth(ana.page, 'boards')
  await dashboard.open('?ver=lista')
  await expect(ana.page.getByRole('row').nth(1)).toBeVisible()
  await expectGoodOnBoth(ana.page, 'list')
  await dashboard.open('?q=hoje')
  await expect(dashboard.task('Vence hoje').first()).toBeVisible()
  await expectGoodOnBoth(ana.page, 'search')
})

for (const device of devices) {
  const options = { device }

  test(`dialogs, menu, palette and invitation (${device})`, async ({ team, server }) => {
    const ana = await team.member('Ana', options)
    const { boardId } = await makeBoard(server.origin, ana.account, { title: 'Checkout' }, [{ title: 'Checar o frete' }])
    const path = await invite(server.origin, ana.account, boardId, `convidada.${device}@aroeira.com.br`)
    await ana.signIn()
    const dashboard = new DashboardPage(ana.page)
    await dashboard.open()
    await dashboard.openCreate()
    await expectAccessible(ana.page, 'create board', everything)
    await dashboard.create({})
    await expect(dashboard.createDialog.getByText('Dê um título ao quadro.')).toBeVisible()
    await expectAccessible(ana.page, 'create board, refused')
    await ana.page.keyboard.press('Escape')
    await ana.page.getByRole('button', { name: 'Menu de Ana' }).click()
    await expect(ana.page.getByRole('menuitem', { name: 'Meu Perfil' })).toBeVisible()
    await expectAccessible(ana.page, 'menu', everything)
    await ana.page.getByRole('menuitem', { name: 'Meu Perfil' }).click()
    await expect(ana.page.getByRole('dialog', { name: 'Meu Perfil' })).toBeVisible()
    await expectAccessible(ana.page, 'profile')
    await ana.page.keyboard.press('Escape')
    const palette = new PalettePage(ana.page)
    await palette.open()
    await ana.page.keyboard.type('chec')
    await expect(palette.options).not.toHaveCount(0)
    await expect(palette.dialog.getByText('Checar o frete')).toBeVisible()
    await expectAccessible(ana.page, 'palette')
    await palette.field.fill('nada disso')
    await expect(palette.dialog.getByText('Nada com “nada disso”')).toBeVisible()
    await expectAccessible(ana.page, 'palette, nothing found')
    await ana.page.goto('/trello')
    await expect(dashboard.board('Checkout').first()).toBeVisible()
    await expectAccessible(ana.page, 'trello')

    const bia = await team.member('Bia', options)
    await bia.signIn()
    await bia.page.goto(path)
    const invitation = new InvitationPage(bia.page)
    await expect(invitation.enterButton).toBeVisible()
    await expectAccessible(bia.page, 'invitation')
    await bia.page.goto('/convite#nao-existe')
    await expect(bia.page.getByRole('heading', { name: 'Este convite não abre mais' })).toBeVisible()
    await expectAccessible(bia.page, 'invitation, over')
  })
}
