import { boardsApi } from '@rodada/contract/boards/board-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { alone, together } from '../harness/board-people.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Person } from '../harness/team.ts'
import { InvitationPage } from '../pages/invitation.ts'

const lost = 'Você não tem mais acesso a este quadro'

/** Notes every time that a text is on the page, however shortly. */
async function watchFor(person: Person, text: string): Promise<() => Promise<boolean>> {
  await person.page.evaluate((wanted) => {
    const seen = { hit: false }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      if (document.body.innerText.includes(wanted)) seen.hit = true
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  }, text)
  return () => person.page.evaluate(() => (window as unknown as { seen: { hit: boolean } }).seen.hit)
}

test('settings that somebody else saved meanwhile are joined, and clashing texts are decided', async ({ team, server }) => {
  const { ana, boardId } = await alone(team, server.origin)
  const change = (body: { title?: string; description?: string; color?: string }) =>
    callAs(server.origin, ana.account, boardsApi.update, { params: { boardId }, body })
  const read = () => callAs(server.origin, ana.account, boardsApi.get, { params: { boardId } })
  const dialog = ana.board.dialog('Editar quadro')

  await ana.board.openMenu('Editar quadro')
  await dialog.getByLabel('Título').fill('Da Ana')
  await change({ color: '#ba5314', description: 'De outra aba' })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(read).toMatchObject({ title: 'Da Ana', color: '#ba5314', description: 'De outra aba' })

  await ana.board.openMenu('Editar quadro')
  await dialog.getByLabel('Descrição').fill('Minha')
  await change({ description: 'Outra' })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const clash = dialog.getByRole('region', { name: 'A descrição mudou enquanto você editava' })
  await expect(clash).toContainText('Outra')
  await clash.getByRole('button', { name: 'Ficar com a minha' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(read).toMatchObject({ description: 'Minha' })
})

test('the activity of a board tells what both did, and its settings change for everybody', async ({ team, server }) => {
  const { ana, bia } = await together(team, server.origin)
  await bia.board.card('A').focus()
  await bia.page.keyboard.press('.')
  await ana.board.expectCards('Em Andamento', ['X', 'Y', 'A'])
  await ana.board.openMenu('Atividade')
  const rows = ana.board.dialog('Atividade do quadro').getByRole('listitem')
  await expect(rows.first()).toContainText('Bia moveu A para Em Andamento')
  await expect(rows.filter({ hasText: 'Você criou B' })).toHaveCount(1)
  await bia.board.addCards('Concluído', 'Chegou agora')
  await expect(rows.first()).toContainText('Bia criou Chegou agora')

  await test.step('title, colour and visibility are changed for everybody', async () => {
    await ana.page.keyboard.press('Escape')
    await ana.board.openMenu('Editar quadro')
    const dialog = ana.board.dialog('Editar quadro')
    await dialog.getByLabel('Título').fill('')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByLabel('Título')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Título').fill('Pagamentos')
    await dialog.getByRole('radio', { name: 'Jabuticaba' }).check({ force: true })
    await dialog.getByRole('radio', { name: /^Público/ }).check()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toBeHidden()
    await expect(bia.page.getByRole('heading', { level: 1 })).toHaveText('Pagamentos')
    await expect(bia.page.getByRole('main').getByText('Público', { exact: true })).toBeVisible()
    await expect(bia.page).toHaveTitle('Pagamentos · Rodada')
  })
})

test('a deleted board is gone for everybody and comes back; its deleter is not told that they lost it', async ({ team, server }) => {
  const { ana, bia, boardId } = await together(team, server.origin)
  const sawLost = await watchFor(ana, lost)
  await ana.board.openMenu('Excluir quadro')
  await ana.board.dialog('Excluir o quadro Checkout e pagamentos?').getByRole('button', { name: 'Excluir quadro' }).click()
  await expect(ana.page).toHaveURL('/trello')
  await ana.board.holdUndo()
  await expect(bia.page.getByRole('heading', { name: lost })).toBeVisible()
  await expect(ana.page.getByRole('link', { name: /Checkout/ })).toHaveCount(0)
  expect(await sawLost()).toBe(false)
  await ana.board.undo()
  await expect(ana.page).toHaveURL(`/board/${boardId}`)
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C'])

  await test.step('a member leaves it, and is neither told that they lost it nor let in again', async () => {
    await bia.board.open(boardId)
    const sawItLost = await watchFor(bia, lost)
    await bia.board.openMenu('Sair do quadro')
    await bia.board.dialog('Sair deste quadro?').getByRole('button', { name: 'Sair do quadro' }).click()
    await expect(bia.page).toHaveURL('/trello')
    await expect(ana.board.people).not.toHaveAccessibleName(/Bia/)
    expect(await sawItLost()).toBe(false)
    await bia.page.goto(`/board/${boardId}`)
    await expect(bia.page.getByRole('heading', { name: 'Quadro não encontrado' })).toBeVisible()
  })
})

test('a browser that lost whom it is signed in as says so, and nobody leaves the board', async ({ team, server }) => {
  const { ana, bia, boardId } = await together(team, server.origin)
  await expect(ana.page.getByRole('button', { name: 'Membros' })).toBeVisible()
  await expect(bia.page.getByRole('button', { name: 'Membros' }), 'for those who administer the board').toHaveCount(0)
  // The page keeps whom it is signed in as, with this, whenever the server's answer comes; what is lost is lost after it.
  await notHandedOn(bia.page).addInitScript(() => localStorage.removeItem('rodada.timeZone'))
  await bia.page.reload()
  await expect.poll(() => bia.page.evaluate(() => localStorage.getItem('rodada.timeZone'))).not.toBeNull()
  await bia.board.openMenu('Sair do quadro')
  await bia.page.evaluate(() => localStorage.removeItem('userData'))
  await bia.board.dialog('Sair deste quadro?').getByRole('button', { name: 'Sair do quadro' }).click()
  await expect(bia.board.toast).toContainText('Usuário não autenticado')
  await expect(bia.page).toHaveURL(`/board/${boardId}`)
  const { members } = await callAs(server.origin, ana.account, boardsApi.get, { params: { boardId } })
  expect(members.map(({ user }) => user.name)).toEqual(['Ana', 'Bia'])
})

test('an invitation made in the dialog leads somebody without account to the board', async ({ team, server }) => {
  const { ana, boardId } = await alone(team, server.origin)
  await ana.page.getByRole('button', { name: 'Membros' }).click()
  const dialog = ana.board.dialog('Membros do quadro')
  await dialog.getByLabel('Convidar por e-mail').fill('dora.nova@aroeira.com.br')
  await dialog.getByRole('button', { name: 'Convidar', exact: true }).click()
  const link = dialog.getByRole('textbox', { name: /^Link de / })
  await expect(link, 'an address that can be sent').toHaveValue(/^http.*\/convite#/)
  const address = await link.inputValue()

  const dora = await team.person('Dora')
  await dora.page.goto(address)
  await dora.login.toRegister()
  await dora.login.register({ name: 'Dora', email: 'dora.nova@aroeira.com.br', password: 'umasenha123' })
  await new InvitationPage(dora.page).enterButton.click()
  await expect(dora.page).toHaveURL(`/board/${boardId}`)
  await dora.board.addCards('A Fazer', 'De quem acabou de entrar')
  await expect(dialog.getByLabel('Papel de Dora')).toBeVisible()
  await expect(dialog.getByText('Convites à espera'), 'it waits no more').toHaveCount(0)
  await ana.page.keyboard.press('Escape')
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C', 'De quem acabou de entrar'])
})
