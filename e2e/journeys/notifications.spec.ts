import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Member, PersonOptions, Team } from '../harness/team.ts'
import { addMember, makeBoard } from '../harness/work.ts'
import { NotificationsPage } from '../pages/notifications.ts'

/** Ana has a board; Bia is on it, and has read that she is. */
async function twoOnBoard(team: Team, origin: string, look: PersonOptions = {}) {
  const [ana, bia] = [await team.member('Ana'), await team.member('Bia', look)]
  const { boardId, cardIds } = await makeBoard(origin, ana.account, { title: 'Checkout e pagamentos' }, [
    { title: 'Calcular frete' },
    { title: 'Pix parcelado' },
  ])
  await addMember(origin, ana.account, boardId, bia.account)
  await bia.signIn()
  const notifications = new NotificationsPage(bia.page)
  return { ana, bia, boardId, cardIds, notifications }
}

const assign = (origin: string, by: Member, cardId: number, to: Member) =>
  callAs(origin, by.account, cardsApi.assign, { params: { cardId }, body: { user_id: to.account.user.id } })
const comment = (origin: string, by: Member, cardId: number, content: string) =>
  callAs(origin, by.account, commentsApi.add, { params: { cardId }, body: { content } })

/** Ends a sprint of the board, of which all its people are told. */
async function endSprint(origin: string, by: Member, board_id: number): Promise<void> {
  const body = { nome: 'Sprint 12', data_inicio: '2031-01-01', data_fim: '2031-01-14', board_id }
  const { data } = await callAs(origin, by.account, sprintsApi.create, { body })
  await callAs(origin, by.account, sprintsApi.update, { params: { sprintId: data.id }, body: { status: 'encerrada' } })
}

test('an assignment shows at once on the other’s page; its notification leads to the card and is read by that', async ({
  team,
  server,
}) => {
  const { ana, bia, boardId, cardIds, notifications } = await twoOnBoard(team, server.origin)
  await bia.page.goto('/dashboard')
  await expect(notifications.unread(1)).toBeVisible()
  await notifications.open()
  await expect(notifications.row('Ana colocou você no quadro Checkout e pagamentos')).toBeVisible()
  await notifications.readAll.click()
  await expect(notifications.readAll).toBeDisabled()
  await expect(notifications.unread(1)).toHaveCount(0)

  const [frete = 0] = cardIds
  await assign(server.origin, ana, frete, bia)
  await expect(notifications.unread(1)).toBeVisible()
  await comment(server.origin, ana, frete, 'Consegue ver hoje, @Bia?')
  await expect(notifications.unread(2)).toBeVisible()
  await expect(notifications.row('Ana mencionou você em Calcular frete')).toContainText('Consegue ver hoje, @Bia?')
  await notifications.row('Ana atribuiu a você Calcular frete').click()
  await expect(notifications.pane.getByRole('region', { name: 'Calcular frete' })).toBeVisible()
  await notifications.pane.getByRole('link', { name: 'Abrir' }).click()
  await expect(bia.page).toHaveURL(`/board/${boardId}?card=${frete}`)
  await expect(bia.page.getByRole('dialog', { name: 'Calcular frete' })).toBeVisible()
  await expect.poll(() => callAs(server.origin, bia.account, notificationsApi.unread)).toEqual({ unread: 1 })
  await bia.page.goto('/dashboard')
  await expect(notifications.unread(1)).toBeVisible()
})

test('a person who left a board is asked back in the bell, which then does not say that nothing waits', async ({ team, server }) => {
  const [ana, bia] = [await team.member('Ana'), await team.member('Bia')]
  const { boardId } = await makeBoard(server.origin, bia.account, { title: 'Checkout' })
  await addMember(server.origin, bia.account, boardId, ana.account)
  await callAs(server.origin, ana.account, boardsApi.removeMember, { params: { boardId, userId: ana.account.user.id } })
  await addMember(server.origin, bia.account, boardId, ana.account)
  await ana.signIn()
  await ana.page.goto('/my-tasks')
  const notifications = new NotificationsPage(ana.page)
  const { inbox } = notifications
  await notifications.open()
  await expect(inbox.getByText('Bia convidou você para Checkout')).toBeVisible()
  await expect(inbox.getByText('Nada por aqui')).toHaveCount(0)
  await inbox.getByRole('button', { name: 'Recusar' }).click()
  await expect(inbox.getByText('Nada por aqui')).toBeVisible()
})

test('what is switched off does not arrive; what is on does', async ({ team, server }) => {
  const { ana, bia, boardId, cardIds, notifications } = await twoOnBoard(team, server.origin)
  await notifications.openSettings()
  const assignments = bia.page.getByRole('switch', { name: 'Atribuições e comentários' })
  await expect(assignments).toBeChecked()
  await assignments.click()
  await expect(bia.page.getByText('Configuração salva.')).toBeVisible()
  await expect(bia.page.getByRole('switch', { name: 'E-mail' }), 'without a mail server').toBeDisabled()
  await expect(bia.page.getByText('Esta instalação não envia e-mails.').first()).toBeVisible()
  await bia.page.reload()
  await expect(assignments).not.toBeChecked()

  await assign(server.origin, ana, cardIds[0] ?? 0, bia)
  await endSprint(server.origin, ana, boardId)
  await expect(notifications.unread(2)).toBeVisible()
  await notifications.open()
  await expect(notifications.row('Ana encerrou Sprint 12')).toBeVisible()
  await expect(notifications.row('Calcular frete')).toHaveCount(0)
  await notifications.row('Ana encerrou Sprint 12').click()
  await expect(bia.page, 'what is about no card leads there at once').toHaveURL(/\/sprint\/\d+\/report/)
  await expect(notifications.unread(1), 'and is read by that').toBeVisible()
  await notifications.open()
  await notifications.row('Ana encerrou Sprint 12').hover()
  await notifications.inbox.getByRole('button', { name: 'Marcar como feito: Sprint 12' }).click()
  await expect(notifications.row('Ana encerrou Sprint 12')).toHaveCount(0)
})

test('two tabs of one person agree about what was read', async ({ team, server }) => {
  const { bia, notifications } = await twoOnBoard(team, server.origin)
  await bia.page.goto('/dashboard')
  const other = await bia.tab()
  await other.page.goto('/my-tasks')
  const elsewhere = new NotificationsPage(other.page)
  await expect(elsewhere.unread(1)).toBeVisible()
  await notifications.open()
  await notifications.readAll.click()
  await expect(elsewhere.unread(1)).toHaveCount(0)
})

/** The scope of the service worker, with what it wanted shown. */
type Noting = { registration: ServiceWorkerRegistration; noted: { title: string; body: string | undefined; url: string }[] }

test('the service worker shows what the server pushes, and nothing of other sites', async ({ team, server }) => {
  const { bia } = await twoOnBoard(team, server.origin)
  await notHandedOn(bia.context).grantPermissions(['notifications'], { origin: server.origin })
  await bia.page.goto('/dashboard')
  const devtools = await notHandedOn(bia.context).newCDPSession(bia.page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await bia.page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  })
  const registrationId = await registered
  const worker = bia.context.serviceWorkers()[0] ?? (await bia.context.waitForEvent('serviceworker'))
  // A browser without a screen shows no notifications, and lists none: what it is told to show is noted here.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Noting
    scope.noted = []
    scope.registration.showNotification = async (title, { body, data } = {}) => void scope.noted.push({ title, body, url: data.url })
  })
  const shown = () => worker.evaluate(() => (globalThis as unknown as Noting).noted)
  const message = {
    title: 'Checkout e pagamentos',
    body: 'Ana atribuiu a você: Calcular frete',
    url: '/board/1?card=1',
    tag: 'notification-1',
  }
  for (const data of [JSON.stringify(message), 'isto não é JSON'])
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: server.origin, registrationId, data })
  await expect.poll(async () => (await shown()).length).toBe(2)
  expect(await shown()).toEqual(
    expect.arrayContaining([
      { title: message.title, body: message.body, url: message.url },
      { title: 'Rodada', body: '', url: '/dashboard' },
    ]),
  )
})

test('a browser that forbids notifications is told of, and how to allow them', async ({ team, server }) => {
  const { bia, notifications } = await twoOnBoard(team, server.origin)
  await notHandedOn(bia.page).addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await notifications.openSettings()
  await expect(bia.page.getByText('Este navegador bloqueou os avisos da Rodada.')).toBeVisible()
  await expect(bia.page.getByRole('button', { name: 'Ativar neste navegador' })).toHaveCount(0)
})

test('the inbox, its settings and the end of emails are accessible', async ({ team, server }) => {
  const { ana, bia, boardId, cardIds, notifications } = await twoOnBoard(team, server.origin, { device: 'phone' })
  const { page } = bia
  await page.goto('/dashboard')
  await notifications.open()
  await notifications.readAll.click()
  await expect(notifications.readAll).toBeDisabled()
  for (const cardId of cardIds) await assign(server.origin, ana, cardId, bia)
  await comment(
    server.origin,
    ana,
    cardIds[0] ?? 0,
    'O frete de Manaus sai errado quando o pacote passa de 30 kg. Consegue ver hoje, @Bia?',
  )
  await endSprint(server.origin, ana, boardId)
  await expect(notifications.unread(4)).toBeVisible()
  await expect(notifications.row('encerrou')).toBeVisible()
  await expectGoodOnBoth(page, 'the inbox')
  await notifications.row('Ana mencionou você em Calcular frete').click()
  await expect(notifications.pane.getByRole('region', { name: 'Calcular frete' })).toBeVisible()
  await expectGoodOnBoth(page, 'the inbox with an open card')
  await notifications.openSettings()
  await expect(page.getByText(/Este navegador/).first()).toBeVisible()
  await expectGoodOnBoth(page, 'the tab')
  await page.goto('/cancelar-emails#1.weekly_digest.x')
  await expect(page.getByRole('button', { name: 'Cancelar estes e-mails' })).toBeVisible()
  await expectGoodOnBoth(page, 'the end of emails')
})
