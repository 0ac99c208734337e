import { expect, test } from '../harness/fixtures.ts'
import { invite, makeBoard } from '../harness/work.ts'
import { InvitationPage } from '../pages/invitation.ts'

const over = 'Este convite expirou ou já foi usado. Peça outro a quem convidou você.'

test('somebody without account follows an invitation: registers, comes back, enters; nobody enters with it again', async ({
  team,
  server,
}) => {
  const ana = await team.member('Ana')
  const { boardId } = await makeBoard(server.origin, ana.account, { title: 'Checkout e pagamentos' }, [{ title: 'Calcular frete' }])
  const path = await invite(server.origin, ana.account, boardId, 'davi.convidado@aroeira.com.br')

  const davi = await team.person('Davi')
  await davi.page.goto(path)
  await expect(davi.page).toHaveURL(/\/login/)
  await davi.login.toRegister()
  await davi.login.register({ name: 'Davi', email: 'davi.convidado@aroeira.com.br', password: 'umasenha123' })
  await expect(davi.page).toHaveURL(path)
  const invitation = new InvitationPage(davi.page)
  await expect(invitation.heading).toContainText('Ana convidou você para o quadro')
  await expect(invitation.heading).toContainText('Checkout e pagamentos')
  await expect(davi.page.getByText('Você vai poder criar, mover e comentar cartões.')).toBeVisible()
  await invitation.enterButton.click()
  await expect(davi.page).toHaveURL(`/board/${boardId}`)
  await expect(davi.page.getByText('Calcular frete')).toBeVisible()

  const bia = await team.member('Bia')
  await bia.signIn()
  await bia.page.goto(path)
  await expect(bia.page.getByText(over)).toBeVisible()
  await expect(new InvitationPage(bia.page).enterButton).toHaveCount(0)
})

test('an invitation to look says so; with an account the login comes back to it', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { boardId } = await makeBoard(server.origin, ana.account, { title: 'Portal' })
  const path = await invite(server.origin, ana.account, boardId, 'ninguem@aroeira.com.br', 'guest')
  const bia = await team.member('Bia')
  await bia.page.goto(path)
  await expect(bia.page).toHaveURL(/\/login/)
  await bia.login.signIn(bia.account.email, bia.account.password)
  await expect(bia.page).toHaveURL(path)
  await expect(bia.page.getByText('Você vai poder ver tudo, sem mudar nada.')).toBeVisible()
})

test('the link of an older email, with its token in the path, opens all the same, and the token leaves the address', async ({
  team,
  server,
}) => {
  const ana = await team.member('Ana')
  const { boardId } = await makeBoard(server.origin, ana.account, { title: 'Portal' })
  const path = await invite(server.origin, ana.account, boardId, 'ninguem@aroeira.com.br')
  const bia = await team.member('Bia')
  await bia.page.goto(path.replace('#', '/'))
  await expect(bia.page).toHaveURL(/\/login/)
  await bia.login.signIn(bia.account.email, bia.account.password)
  await expect(bia.page).toHaveURL(path)
  await bia.page.goto(path.replace('#', '/'))
  await expect(bia.page).toHaveURL(path)
  await new InvitationPage(bia.page).enterButton.click()
  await expect(bia.page).toHaveURL(`/board/${boardId}`)
})

test('an invitation that was used while it was being read says so', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { boardId } = await makeBoard(server.origin, ana.account, { title: 'Portal' })
  const path = await invite(server.origin, ana.account, boardId, 'ninguem@aroeira.com.br')
  const [bia, caio] = [await team.member('Bia'), await team.member('Caio')]
  await bia.signIn()
  await caio.signIn()
  await bia.page.goto(path)
  await caio.page.goto(path)
  // Both are reading before the first of them enters.
  await expect(new InvitationPage(caio.page).enterButton).toBeVisible()
  await new InvitationPage(bia.page).enterButton.click()
  await expect(bia.page).toHaveURL(`/board/${boardId}`)
  await new InvitationPage(caio.page).enterButton.click()
  await expect(caio.page.getByText(over)).toBeVisible()
  await caio.page.getByRole('link', { name: 'Ver meus quadros' }).click()
  await expect(caio.page).toHaveURL('/dashboard?ver=quadros')
})
