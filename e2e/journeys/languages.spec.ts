import type { Page } from '@playwright/test'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Language } from '@rodada/contract/core/languages'
import { adminApi } from '@rodada/contract/instance/admin'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { sit } from '../../scripts/lib/room-client.ts'
import { expectFits } from '../harness/axe.ts'
import { desktop, phone } from '../harness/browser.ts'
import { adminEmail, adminName, expect, test } from '../harness/fixtures.ts'
import { portugueseOn } from '../harness/foreign-texts.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { makeBoard } from '../harness/work.ts'

const firstLists: Record<Exclude<Language, 'pt-BR'>, string[]> = {
  'en-US': ['To do', 'In progress', 'Done'],
  'es-ES': ['Por hacer', 'En curso', 'Hecho'],
}

// Boards of other journeys have names in Portuguese, and an administrator sees them.
test.use({ serverOfOurOwn: true })

/**
 * The page in this language through and through, and no wider than a phone. What else makes it accessible is the same in every
 * language: the journeys in Portuguese examine each screen, the types refuse a text that is missing, and its names are read here.
 */
async function expectIn(page: Page, language: Language, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first(), name).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('html'), name).toHaveAttribute('lang', language)
  expect.soft(await portugueseOn(page, language, [adminName]), `${name}: Portuguese`).toEqual([])
  await notHandedOn(page).setViewportSize(phone.viewport)
  await expectFits(page, name)
  await notHandedOn(page).setViewportSize(desktop.viewport)
}

/** Makes somebody an administrator, by the one that the instance has. */
async function promote(origin: string, { user }: Account): Promise<void> {
  const reply = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: adminEmail, password: 'umasenha123' }),
  })
  const admin = (await reply.json()) as Account
  await callAs(origin, admin, adminApi.updateUser, { params: { userId: user.id }, body: { role: 'admin' } })
}

for (const language of ['en-US', 'es-ES'] as const) {
  test(`before signing in everything is in ${language}`, async ({ team }) => {
    const { roomId } = await team.openRoom({ roomName: 'Aurora' })
    const { page } = await team.person('Ana', { language })
    for (const path of ['/', '/login', '/login?modo=criar', '/login?modo=esqueci', `/login?roomId=${roomId}`, '/nowhere']) {
      await page.goto(path)
      await expectIn(page, language, path)
    }
  })

  test(`somebody who reads ${language} finds no Portuguese at work`, async ({ team, server }) => {
    test.slow()
    const ana = await team.member('Ana', { language })
    await promote(server.origin, ana.account)
    const { boardId, cardIds } = await makeBoard(server.origin, ana.account, { title: 'Aurora', description: 'Zeta' }, [
      { title: 'Alpha', due: -2, priority: 'high' },
      { title: 'Beta', list: 1, due: 1 },
      { title: 'Gamma', list: 2 },
    ])
    const lists = await callAs(server.origin, ana.account, boardsApi.lists, { params: { boardId } })
    expect(lists.map(({ title }) => title)).toEqual(firstLists[language])
    const { sprintId } = await stageSprint(server.origin, ana.account, {
      nome: 'Aurora 7',
      boardId,
      tasks: [{ title: 'Delta', column: firstLists[language][0], points: 3, due: 2, who: ana.account }],
    })
    const { roomId } = await team.openRoom({ roomName: 'Aurora' })
    const played = await team.openRoom({ roomName: 'Aurora' })
    const seat = await sit(server.origin, played.roomId, 'Vega')
    await seat.emitWithAck('vote', { roomId: played.roomId, vote: '5', confidence: 'unsure' })
    await seat.emitWithAck('revealVotes', { roomId: played.roomId })
    await ana.signIn()
    const pages = [
      `/votacao/${played.roomId}`,
      `/votacao/${played.roomId}/historico`,
      '/votacao/ABCDEF/historico',
      '/salas',
      `/votacao/${roomId}`,
      '/trello',
      '/admin-dashboard',
      '/admin-dashboard?ver=tarefas',
      '/admin-dashboard?ver=quadros',
      '/admin-dashboard?ver=lista',
      `/board/${boardId}`,
      `/board/${boardId}?card=${cardIds[0]}`,
      `/board/${boardId}/backlog`,
      '/sprints',
      `/sprint/${sprintId}/board`,
      `/sprint/${sprintId}/tasks`,
      `/sprint/${sprintId}/report`,
      '/my-tasks',
    ]
    for (const path of pages) {
      await ana.page.goto(path)
      await expectIn(ana.page, language, path)
    }
    seat.disconnect()
  })

  test(`settings and administration are in ${language}, on every tab`, async ({ team, server }) => {
    test.slow()
    const ana = await team.member('Ana', { language })
    await promote(server.origin, ana.account)
    await ana.signIn()
    const pages = [
      ...['perfil', 'notificacoes', 'aparencia', 'seguranca', 'integracoes', 'sistema'].map((tab) => `/settings?aba=${tab}`),
      '/admin/members',
      '/convite#nowhere',
      '/confirmar-email#nowhere',
    ]
    for (const path of pages) {
      await ana.page.goto(path)
      await expectIn(ana.page, language, path)
    }
  })
}
