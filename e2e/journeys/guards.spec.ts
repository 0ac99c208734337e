import { expect, test } from '../harness/fixtures.ts'

const forEveryAccount = [
  '/avatar',
  '/dashboard',
  '/board/1',
  '/trello',
  '/settings',
  '/sprints',
  '/sprint/1/tasks',
  '/sprint/1/board',
  '/my-tasks',
  '/salas',
  '/votacao/ABCDEF/historico',
  '/convite#nao-existe',
]
const forAdmins = ['/admin/members', '/admin/tasks', '/admin-dashboard']

test('without an account every authenticated page sends to the login', async ({ team }) => {
  const { page } = await team.person('Visita')
  for (const path of [...forEveryAccount, ...forAdmins]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/login/)
  }

  await test.step('an address that does not exist says so', async () => {
    await page.goto('/nao-existe')
    await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
  })
})

test('an account opens every page but those of admins', async ({ team }) => {
  const bia = await team.member('Bia')
  await bia.signIn()
  for (const path of forEveryAccount) {
    await bia.page.goto(path)
    await expect(bia.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(bia.page, path).toHaveURL(path)
  }
  for (const path of forAdmins) {
    await bia.page.goto(path)
    await expect(bia.page, path).not.toHaveURL(path)
  }
})

test('the room needs to know who comes', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const visitor = await team.person('Visita')

  await visitor.page.goto(`/votacao/${roomId}`)
  await expect(visitor.page, 'nothing known: the landing page asks').toHaveURL(`/?sala=${roomId}`)
  await expect(visitor.landing.joinDialog).toBeVisible()
  await expect(visitor.landing.idField).toHaveValue(roomId)

  await visitor.page.evaluate((id) => localStorage.setItem('currentRoom', id), roomId)
  await visitor.page.goto(`/votacao/${roomId}`)
  await expect(visitor.page, 'a current room: the login of that room').toHaveURL(`/login?roomId=${roomId}`)

  await visitor.page.evaluate(() => {
    localStorage.setItem('userName', 'Visita')
    localStorage.setItem('userRole', 'guest')
  })
  await visitor.page.goto(`/votacao/${roomId}`)
  await visitor.room.seated()
})

test('a session that ended clears what was stored and sends to the login', async ({ team, server }) => {
  const ana = await team.member('Ana')
  await ana.signIn()
  await ana.page.goto('/dashboard')
  await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
  await ana.page.evaluate(() => {
    localStorage.setItem('currentRoom', 'ABCDEF')
    localStorage.setItem('rodada.hostTokens', '{"ABCDEF":"x"}')
  })
  const { authToken } = await ana.stored()
  await fetch(`${server.origin}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' },
    body: '{}',
  })
  // The open page hears of it by itself, and may be there already.
  await ana.page.reload()
  await expect(ana.page).toHaveURL(/\/login/)
  const stored = await ana.stored()
  for (const key of ['authToken', 'userData', 'currentRoom', 'rodada.hostTokens']) expect(stored[key], key).toBeUndefined()
  await expect(ana.page.getByRole('alert').filter({ hasText: 'Token expirado ou inválido' })).toBeVisible()
  await ana.login.signIn(ana.account.email, ana.account.password)
  await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('signing out says nothing of a session that ended', async ({ team }) => {
  const ana = await team.member('Ana')
  await ana.signIn()
  await ana.page.goto('/dashboard')
  await ana.signOut()
  await expect(ana.page).toHaveURL(/\/login/)
  await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(ana.page.getByText('Token expirado')).toHaveCount(0)
})
