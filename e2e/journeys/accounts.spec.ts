import { expect, test } from '../harness/fixtures.ts'

test('registering asks for what is missing, in the words of the specification', async ({ team }) => {
  const { login, page } = await team.person('Ana')
  await login.open()
  await login.toRegister()

  await login.register({})
  await expect(login.problem('Por favor, digite seu nome completo!')).toBeVisible()
  await login.register({ name: 'Ana Luísa' })
  await expect(login.problem('Por favor, digite seu e-mail!')).toBeVisible()
  await login.register({ name: 'Ana Luísa', email: 'ana@aroeira.com.br' })
  await expect(login.problem('Por favor, digite sua senha!')).toBeVisible()
  await login.register({ name: 'Ana Luísa', email: 'ana@aroeira.com.br', password: '12345' })
  await expect(login.problem('A senha deve ter pelo menos 6 caracteres!')).toBeVisible()
  await login.register({ name: 'Ana Luísa', email: 'ana@aroeira.com.br', password: '123456', confirmation: '1234567' })
  await expect(login.problem('As senhas não coincidem!')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('registering with a room goes straight to its table', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const { login, page, room } = await team.person('Davi')
  await login.open(roomId)
  await login.toRegister()
  await login.register({ name: 'Davi Moura', email: `davi.${roomId}@aroeira.com.br`, password: 'umasenha123' })
  await expect(page).toHaveURL(`/votacao/${roomId}`)
  await room.seated()
})

test('an e-mail that is taken is said so', async ({ team }) => {
  const ana = await team.member('Ana')
  await ana.login.open()
  await ana.login.toRegister()
  await ana.login.register({ name: 'Outra Ana', email: ana.account.email.toUpperCase(), password: 'outrasenha' })
  await expect(ana.login.problem('Já existe uma conta com esse e-mail. Entre com ela ou use outro.')).toBeVisible()
})

test('login, the stored keys, logout', async ({ team }) => {
  const ana = await team.member('Ana')
  const { login, page, account } = ana
  await login.open()

  await login.signIn('', '')
  await expect(login.problem('Por favor, digite seu e-mail!')).toBeVisible()
  await login.signIn(account.email, '')
  await expect(login.problem('Por favor, digite sua senha!')).toBeVisible()
  await login.signIn(account.email, 'errada-errada')
  await expect(login.problem('E-mail ou senha incorretos. Confira e tente de novo.')).toBeVisible()

  await login.signIn(account.email, account.password)
  await expect(page).toHaveURL('/dashboard')
  const stored = await ana.stored()
  expect(stored.authToken).toBeTruthy()
  expect(JSON.parse(stored.userData ?? '{}')).toMatchObject({ name: 'Ana', email: account.email })

  await page.goto('/login')
  await expect(page, 'a signed-in visitor of /login is sent on').toHaveURL('/dashboard')

  await ana.signOut()
  await expect(page).toHaveURL(/\/login|\/$/)
  const left = await ana.stored()
  for (const key of ['authToken', 'userData', 'userName', 'userRole', 'userAvatar', 'currentRoom']) expect(left[key], key).toBeUndefined()
  // The page leaves without waiting for the server to hear of it.
  const headers = { authorization: `Bearer ${stored.authToken}` }
  await expect.poll(async () => (await page.request.get('/api/auth/profile', { headers })).status()).toBe(401)
})

test('managers land on the admin dashboard', async ({ team }) => {
  const bia = await team.member('Bia', { role: 'manager' })
  await bia.login.open()
  await bia.login.signIn(bia.account.email, bia.account.password)
  // Only admins may stay there, so the address passes through it and ends on the dashboard.
  await expect(bia.page).toHaveURL(/\/(admin-dashboard|dashboard)$/)
})

test('the password can be shown and hidden', async ({ team }) => {
  const { login, page } = await team.person('Ana')
  await login.open()
  await login.password.fill('segredo')
  await expect(login.password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Mostrar senha' }).click()
  await expect(login.password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Esconder senha' }).click()
  await expect(login.password).toHaveAttribute('type', 'password')
})

test('without mail the forgotten password is still to come, and a build has no debug button', async ({ team }) => {
  const { login, page } = await team.person('Ana')
  await login.open()
  await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  await expect(page.getByText('Funcionalidade em desenvolvimento').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /debug/i })).toHaveCount(0)
})

test('the avatar must be chosen', async ({ team }) => {
  const ana = await team.member('Ana')
  const { roomId } = await team.openRoom()
  await ana.signIn()
  await ana.page.goto(`/avatar?roomId=${roomId}`)
  await expect(ana.avatar.choices).toHaveCount(8)
  await ana.avatar.continueButton.click()
  await expect(ana.page.getByText('Por favor, selecione um avatar antes de continuar.').first()).toBeVisible()
})
