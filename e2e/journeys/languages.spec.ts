import type { Page } from '@playwright/test'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { boardColors, fieldTypes } from '@rodada/contract/boards/settings'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { filesApi } from '@rodada/contract/cards/files'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { relationsApi } from '@rodada/contract/cards/relations'
import { relationKinds } from '@rodada/contract/cards/settings'
import type { Language } from '@rodada/contract/core/languages'
import { adminApi } from '@rodada/contract/instance/admin'
import { textsIn } from '../../packages/web/src/i18n/all-texts.ts'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { drawing } from '../../scripts/lib/drawing.ts'
import { sit } from '../../scripts/lib/room-client.ts'
import { expectFits } from '../harness/axe.ts'
import { desktop, phone } from '../harness/browser.ts'
import { fillCard, inDays, stageCard } from '../harness/card-stage.ts'
import { adminEmail, adminName, expect, test } from '../harness/fixtures.ts'
import { portugueseOn } from '../harness/foreign-texts.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { makeBoard } from '../harness/work.ts'

const firstLists: Record<Exclude<Language, 'pt-BR'>, string[]> = {
  'en-US': ['To do', 'In progress', 'Done'],
  'es-ES': ['Por hacer', 'En curso', 'Hecho'],
}

/** What people of the journeys write as examples in the catalogue do. */
const written = [adminName, 'Checkout e pagamentos', 'Critérios de aceite']
/** What opens a dialog over a board. */
const boardMenu = [
  'settings',
  'members',
  'labels',
  'cardTemplates',
  'fields',
  'integrations',
  'archive',
  'activity',
  'shortcuts',
  'copy',
  'export',
] as const

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
  expect.soft(await portugueseOn(page, language, written), `${name}: Portuguese`).toEqual([])
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

  test(`a board and a card with everything on them are in ${language}, and so is all that opens over them`, async ({ team, server }) => {
    test.slow()
    const ana = await team.member('Ana', { language })
    const { origin } = server
    const mate = await team.member('Vega')
    const stage = await stageCard(origin, ana.account, { title: 'Alpha', members: [mate.account] })
    await fillCard(origin, stage, ana.account, mate.account)
    const { boardId, cardId } = stage
    const params = { cardId }
    for (const [at, type] of fieldTypes.entries()) {
      const options = [{ name: 'Epsilon', color: boardColors.azul }]
      await callAs(origin, ana.account, boardFieldsApi.add, {
        params: { boardId },
        body: { name: `Sigma ${at}`, type, on_card: at % 2 === 0, ...(type === 'choice' && { options }) },
      })
    }
    for (const kind of relationKinds)
      await callAs(origin, ana.account, relationsApi.add, {
        params,
        body: { kind, card_id: (await stageCard(origin, ana.account, { title: `Tau ${kind}` })).cardId },
      })
    await callAs(origin, ana.account, recurrenceApi.set, { params, body: { every: 'week', mode: 'copy' } })
    const bytes = drawing(64, 40, [224, 241, 247], [10, 99, 121])
    await callAs(origin, ana.account, filesApi.upload, { params, query: { name: 'alpha.png' }, body: new Blob([bytes]) })
    await callAs(origin, ana.account, cardsApi.update, { params, body: { start_date: inDays(-1), due_date: inDays(2) } })
    await ana.signIn()
    const { page } = ana
    for (const path of [stage.path, ...['tabela', 'calendario', 'linha'].map((view) => `/board/${boardId}?visao=${view}`)]) {
      await page.goto(path)
      await expectIn(page, language, path)
    }

    const texts = await textsIn(language)
    const text = (path: string) => texts.get(path) ?? path
    const menuItem = (path: string) => page.getByRole('menuitem', { name: text(path), exact: true })
    const expectDialogIn = async (name: string) => {
      await expect(page.getByRole('dialog').first(), name).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect.soft(await portugueseOn(page, language, written), `${name}: Portuguese`).toEqual([])
    }
    await page.goto(stage.path)
    await page.getByRole('button', { name: text('card.activity.show') }).click()
    await expect(
      page
        .getByRole('region', { name: text('card.activity.title') })
        .getByRole('listitem')
        .first(),
    ).toBeVisible()
    await expectDialogIn('the activity of a card')
    await page.getByRole('button', { name: text('card.actions.menu') }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await expectDialogIn('the menu of a card')

    await page.goto(`/board/${boardId}?visao=kanban`)
    await page.getByRole('button', { name: text('boards.menu.open') }).waitFor()
    await page.keyboard.press('f')
    await expectDialogIn('the filters')
    await page.keyboard.press('Escape')
    for (const entry of boardMenu) {
      await page.getByRole('button', { name: text('boards.menu.open') }).click()
      await menuItem(`boards.menu.${entry}`).click()
      await expectDialogIn(entry)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

  test(`settings and administration are in ${language}, on every tab`, async ({ team, server }) => {
    test.slow()
    const ana = await team.member('Ana', { language })
    await promote(server.origin, ana.account)
    await ana.signIn()
    const pages = [
      ...['perfil', 'notificacoes', 'aparencia', 'seguranca', 'integracoes', 'programas', 'sistema'].map((tab) => `/settings?aba=${tab}`),
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
