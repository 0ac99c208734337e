import { boardsApi } from '@rodada/contract/boards/board-calls'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/company-stage.ts'
import type { Person } from '../harness/team.ts'
import { SettingsPage } from '../pages/settings.ts'

// Each journey says who signs in at the provider, which all of them share.
test.describe.configure({ mode: 'serial' })

const button = ({ page }: Pick<Person, 'page'>) => page.getByRole('link', { name: 'Entrar com Aroeira' })

test('somebody new comes by the company, sets a password that the company vouches for, and leaves there, too', async ({
  team,
  company,
}) => {
  company.person = { sub: 'rita', email: 'rita@aroeira.com.br', email_verified: true, name: 'Rita Prado' }
  const rita = await team.person('Rita Prado')
  rita.watch.allowVisit(company.issuer)
  await rita.login.open()
  await expect(button(rita)).toBeVisible()
  await expectGoodOnBoth(rita.page, 'login with a company')
  await button(rita).click()
  await expect(rita.page).toHaveURL('/dashboard')
  expect((await rita.stored()).authToken).toMatch(/^[\w-]{43}$/)
  await rita.page.goBack()
  expect(rita.page.url(), 'no page of the way holds the code').not.toContain('#empresa')

  const settings = new SettingsPage(rita.page)
  await settings.open('Segurança')
  const panel = settings.region('Entrada pela empresa')
  await expect(panel.getByText('Ligada', { exact: true })).toBeVisible()
  await expect(panel.getByText('É o único jeito de entrar nesta conta.')).toBeVisible()
  await expect(settings.region('Onde você está conectado').getByText('entrou com Aroeira')).toBeVisible()
  await expectGoodOnBoth(rita.page, 'settings, security with a company')

  await settings.choose('Perfil')
  const password = settings.region('Senha')
  await password.getByRole('button', { name: 'Confirmar com Aroeira' }).click()
  await expect(settings.toast.filter({ hasText: 'Aroeira confirmou que é você.' })).toBeVisible()
  await expect(rita.page).toHaveURL('/settings')
  await expect(password.getByText('Confirmado com Aroeira')).toBeVisible()
  await password.getByLabel('Nova senha', { exact: true }).fill('uma senha nova')
  await password.getByLabel('Confirme a nova senha').fill('uma senha nova')
  await password.getByRole('button', { name: 'Definir senha' }).click()
  await expect(settings.toast.filter({ hasText: 'Senha alterada.' })).toBeVisible()
  await expect(password.getByLabel('Senha atual', { exact: true })).toBeVisible()

  await rita.page.getByRole('button', { name: 'Menu de Rita Prado' }).click()
  await rita.page.getByRole('menuitem', { name: 'Sair' }).click()
  await rita.page.getByRole('button', { name: 'Sair da empresa' }).click()
  await expect(rita.page).toHaveURL(/\/login\?senha/)
  await rita.login.signIn('rita@aroeira.com.br', 'uma senha nova')
  await expect(rita.page).toHaveURL('/dashboard')
})

test('who has an account already links it, and comes by the company from then on', async ({ team, company }) => {
  const bia = await team.member('Bia')
  bia.watch.allowVisit(company.issuer)
  company.person = { sub: 'bia', email: bia.account.email, email_verified: true, name: 'Bia da Empresa' }
  await bia.login.open()
  await button(bia).click()
  await expect(bia.login.problem('Já existe uma conta com o seu e-mail.')).toBeVisible()
  await expectGoodOnBoth(bia.page, 'login that the company could not open')
  expect((await bia.stored()).authToken).toBeUndefined()

  await bia.login.signIn(bia.account.email, bia.account.password)
  await expect(bia.page).toHaveURL('/dashboard')
  const settings = new SettingsPage(bia.page)
  await settings.open('Segurança')
  const panel = settings.region('Entrada pela empresa')
  await panel.getByRole('button', { name: 'Ligar com Aroeira' }).click()
  await settings.dialog.getByRole('button', { name: 'Ligar com Aroeira' }).click()
  await expect(settings.dialog.getByText('Digite sua senha atual.')).toBeVisible()
  await settings.dialog.getByLabel('Senha atual', { exact: true }).fill(bia.account.password)
  await expectGoodOnBoth(bia.page, 'dialog that links a company')
  await settings.dialog.getByRole('button', { name: 'Ligar com Aroeira' }).click()
  await expect(settings.toast.filter({ hasText: 'Sua conta está ligada' })).toBeVisible()
  await expect(panel.getByText('Ligada', { exact: true })).toBeVisible()
  await expect(bia.page).toHaveURL('/settings?aba=seguranca')

  await bia.signOut()
  await expect(bia.page).toHaveURL(/\/login/)
  await button(bia).click()
  await expect(bia.page).toHaveURL('/dashboard')
  await settings.open('Segurança')
  await panel.getByRole('button', { name: 'Desfazer a ligação' }).click()
  await settings.dialog.getByLabel('Senha atual', { exact: true }).fill(bia.account.password)
  await settings.dialog.getByRole('button', { name: 'Desfazer a ligação' }).click()
  await expect(panel.getByText('Não ligada')).toBeVisible()
})

test('who leaves the company’s own page is out of every open page at once', async ({ team, company, server }) => {
  company.person = { sub: 'caio', email: 'caio@aroeira.com.br', email_verified: true, name: 'Caio Luz' }
  const caio = await team.person('Caio Luz')
  caio.watch.allowVisit(company.issuer)
  await caio.login.open()
  await button(caio).click()
  await expect(caio.page).toHaveURL('/dashboard')
  const made = await fetch(`${server.origin}/api${boardsApi.create.url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(await caio.stored()).authToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Pedidos' }),
  })
  const { id: boardId } = boardsApi.create.reply.parse(await made.json())
  // The page of before may only be about to connect: its socket must not be taken for the board's.
  await caio.page.goto(`/board/${boardId}`, { waitUntil: 'commit' })
  // Told of nothing before it, a page would only hear of it at its next call.
  const connected = caio.page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framesent', ({ payload }) => payload === '5'))
  await expect(caio.page.getByRole('heading', { name: 'Pedidos' })).toBeVisible()
  await connected

  // As from another window: this page stays in sight.
  const { request } = caio.context
  const asked = await (await request.get(`${company.issuer}/session/end`)).text()
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked)?.[1] ?? ''
  await request.post(`${company.issuer}/session/end/confirm`, { form: { xsrf, logout: 'yes' } })
  await expect(caio.page).toHaveURL('/login')
  await expect(caio.login.problem('Token expirado ou inválido.')).toBeVisible()
  expect((await caio.stored()).authToken).toBeUndefined()
})

test('a group of the company gives a place on a board, live, and takes it back when it goes', async ({ team, company, server }) => {
  const ana = await team.member('Ana')
  const { boardId } = await stageBoard(server.origin, ana.account, { title: 'Entregas' })
  await ana.signIn()
  await ana.board.open(boardId)
  await ana.board.openMenu('Membros')
  const dialog = ana.board.dialog('Membros do quadro')
  const groups = dialog.getByRole('region', { name: 'Grupos da empresa' })
  await groups.getByRole('button', { name: 'Pôr grupo' }).click()
  await expect(groups.getByText('Diga o nome do grupo, como o provedor o chama.')).toBeVisible()
  await groups.getByLabel('Nome do grupo').fill('Engenharia')
  await groups.getByLabel('Nome do grupo').press('Enter')
  await expect(groups.getByText('Ninguém entrou por este grupo ainda')).toBeVisible()

  company.person = { sub: 'gil', email: 'gil@aroeira.com.br', email_verified: true, name: 'Gil Mota', groups: ['Engenharia'] }
  const gil = await team.person('Gil Mota')
  gil.watch.allowVisit(company.issuer)
  await gil.login.open()
  await button(gil).click()
  await expect(gil.page).toHaveURL('/dashboard')
  await gil.page.goto(`/board/${boardId}`)
  await expect(gil.page.getByRole('heading', { name: 'Entregas' })).toBeVisible()

  await expect(groups.getByText('1 pessoa por este grupo')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Gil Mota' }).getByText('pelo grupo Engenharia')).toBeVisible()
  await expectGoodOnBoth(ana.page, 'members of a board with groups')

  await groups.getByRole('button', { name: 'Tirar o grupo Engenharia' }).click()
  const question = ana.board.dialog('Tirar o grupo Engenharia do quadro?')
  await expect(question.getByText('1 pessoa está no quadro por ele e perde o acesso na hora.')).toBeVisible()
  await question.getByRole('button', { name: 'Tirar grupo' }).click()
  await expect(dialog.getByText('Gil Mota')).toBeHidden()
  await expect(gil.page.getByRole('heading', { name: 'Entregas' })).toBeHidden()
})

test('a room that waits is still there after the way to the company, whether it opened or not', async ({ team, company }) => {
  const { roomId } = await team.openRoom()
  const eva = await team.person('Eva Dias')
  eva.watch.allowVisit(company.issuer)
  company.person = null
  await eva.login.open(roomId)
  await button(eva).click()
  await expect(eva.login.problem('não foi autorizada')).toBeVisible()
  await expect(eva.login.guestName).toBeVisible()
  company.person = { sub: 'eva', email: 'eva@aroeira.com.br', email_verified: true, name: 'Eva Dias' }
  await button(eva).click()
  await expect(eva.page).toHaveURL(`/avatar?roomId=${roomId}`)
})

test('where only the company opens the door, one is led there at once, unless one says otherwise', async ({ team, company, strict }) => {
  company.person = null
  const dani = await team.person('Dani')
  for (const origin of [company.issuer, strict.origin]) dani.watch.allowVisit(origin)
  await dani.page.goto(`${strict.origin}/login?senha`)
  await expect(button(dani)).toBeVisible()
  await expect(dani.login.email).toHaveCount(0)
  await expectGoodOnBoth(dani.page, 'login with a company alone')

  // The provider refuses: the page says so and does not send anybody there again.
  await dani.page.goto(`${strict.origin}/sprints`)
  await expect(dani.login.problem('não foi autorizada')).toBeVisible()
  company.person = { sub: 'dani', email: 'dani@aroeira.com.br', email_verified: true, name: 'Dani Reis' }
  await button(dani).click()
  await expect(dani.page).toHaveURL(`${strict.origin}/sprints`)

  await dani.page.getByRole('button', { name: 'Menu de Dani Reis' }).click()
  await dani.page.getByRole('menuitem', { name: 'Sair' }).click()
  await dani.page.getByRole('button', { name: 'Sair da empresa' }).click()
  await expect(dani.page).toHaveURL(/\/login\?senha/)
  await expect(button(dani)).toBeVisible()
})
