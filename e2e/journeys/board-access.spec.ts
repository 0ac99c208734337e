import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { adminApi } from '@rodada/contract/instance/admin'
import { callAs } from '../../scripts/lib/api-client.ts'
import { alone, letters, together } from '../harness/board-people.ts'
import { adminEmail, expect, test } from '../harness/fixtures.ts'
import { CardPage } from '../pages/card.ts'

test('every account reads a public board, live, and only its members change it', async ({ team, server }) => {
  const { ana, boardId } = await alone(team, server.origin)
  await callAs(server.origin, ana.account, boardsApi.update, { params: { boardId }, body: { is_public: true } })
  const eva = await team.member('Eva')
  await eva.signIn()
  await eva.board.open(boardId)
  await expect(eva.page.getByText('Você só pode ver este quadro')).toBeVisible()
  await expect(eva.page.getByRole('button', { name: /^Adicionar|^Ações da lista|^Editar/ })).toHaveCount(0)
  await ana.board.addCards('A Fazer', 'Escrito agora')
  await eva.board.expectCards('A Fazer', ['A', 'B', 'C', 'Escrito agora'])
  await eva.board.drag(eva.board.card('A'), eva.board.list('Concluído'), { y: 0.7 })
  await eva.board.expectCards('A Fazer', ['A', 'B', 'C', 'Escrito agora'])
  await callAs(server.origin, ana.account, boardsApi.update, { params: { boardId }, body: { is_public: false } })
  await expect(eva.page.getByRole('heading', { name: 'Você não tem mais acesso a este quadro' })).toBeVisible()
})

test('a person who is taken off a board while writing gets what was not sent', async ({ team, server }) => {
  const { ana, bia, boardId } = await together(team, server.origin)
  await bia.board.card('A').click()
  const card = new CardPage(bia.page)
  await card.commentField.fill('Isto ainda não foi enviado')
  await callAs(server.origin, ana.account, boardsApi.removeMember, { params: { boardId, userId: bia.account.user.id } })
  await expect(bia.page.getByRole('heading', { name: 'Você não tem mais acesso a este quadro' })).toBeVisible()
  await expect(bia.page.getByText('O que você já enviou está salvo; o resto está aqui embaixo.')).toBeVisible()
  await expect(bia.page.getByText('Isto ainda não foi enviado')).toBeVisible()
  await bia.page.getByRole('button', { name: 'Copiar texto' }).click()
  expect(await bia.page.evaluate(() => navigator.clipboard.readText())).toBe('Isto ainda não foi enviado')
})

test('an ended session leaves the board at once, and the login comes back to it', async ({ team, server }) => {
  const { ana, boardId } = await alone(team, server.origin)
  await callAs(server.origin, ana.account, authApi.logout)
  await expect(ana.page).toHaveURL(/\/login/)
  await expect(ana.board.card('A')).toHaveCount(0)
  await ana.login.signIn(ana.account.email, ana.account.password)
  await expect(ana.page).toHaveURL(`/board/${boardId}`)
  await ana.board.expectCards('A Fazer', letters['A Fazer'])

  await test.step('an account that is deactivated is out at once', async () => {
    const body = { email: adminEmail, password: ana.account.password }
    const { token } = await callAs(server.origin, ana.account, authApi.login, { body })
    const params = { userId: ana.account.user.id }
    await callAs(server.origin, { ...ana.account, token }, adminApi.updateUser, { params, body: { is_active: false } })
    await expect(ana.page).toHaveURL(/\/login/)
    await expect(ana.board.card('A')).toHaveCount(0)
  })
})

test('a guest of the whole instance finds no button that the server would refuse', async ({ team, server }) => {
  const gil = await team.member('Gil')
  const body = { email: adminEmail, password: gil.account.password }
  const { token } = await callAs(server.origin, gil.account, authApi.login, { body })
  const params = { userId: gil.account.user.id }
  await callAs(server.origin, { ...gil.account, token }, adminApi.updateUser, { params, body: { role: 'guest' } })
  await gil.signIn()
  for (const path of ['/dashboard', '/dashboard?ver=quadros&criar=sim', '/trello']) {
    await gil.page.goto(path)
    await expect(gil.page.getByText('Quando alguém convidar você para um quadro, ele aparece aqui.')).toBeVisible()
    await expect(gil.page.getByRole('main').getByText('Criar Quadro')).toHaveCount(0)
    await expect(gil.page.getByRole('dialog')).toHaveCount(0)
  }
})
