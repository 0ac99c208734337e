import { expect } from '@playwright/test'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { readLinksApi } from '@rodada/contract/boards/read-links'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { calendarApi } from '@rodada/contract/integrations/calendar'
import type { WebhookForm } from '@rodada/contract/integrations/settings'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import type { Arrived } from '../../packages/server/test/webhook-receiver.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { openIntegrations } from '../harness/integration-stage.ts'
import type { Member, Person } from '../harness/team.ts'
import { SettingsPage } from '../pages/settings.ts'
import { atBoard } from './board-scenes.ts'
import { inSprint } from './sprint-scenes.ts'
import type { ServiceStage, Stage } from './stage.ts'

/** Ana in front of the demonstration's board, and its id. */
async function start(stage: Stage): Promise<{ ana: Member; boardId: number }> {
  const ana = await atBoard(stage)
  return { ana, boardId: Number(ana.page.url().match(/\/board\/(\d+)/)?.[1]) }
}

/** Somebody without an account at what a link opens. */
async function stranger({ team, look }: Stage, url: string): Promise<Person> {
  const person = await team.person('Um estranho', look)
  await person.page.goto(new URL(url).pathname)
  await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible()
  return person
}

type Hook = { name: string; form?: WebhookForm; path: string }

/** What the program answers, the same in every scene, for several are taken at once. */
const answerOf = ({ path, body }: Arrived) =>
  path === '/gone' ? 410 : path === '/rodada/entrada' && body.includes('Conciliar o extrato') ? 503 : 204

/** Ana's board with addresses that heard of cards: one takes all, one is gone, and one missed the last. */
async function withHooks(stage: ServiceStage): Promise<Member> {
  const { program, origin, team, look } = stage
  const ana = await team.member('Ana Luísa', look)
  const { boardId, listIds } = await stageBoard(origin, ana.account, { cards: { 'A Fazer': ['Calcular frete'] } })
  const make = ({ name, form = 'rodada', path }: Hook) =>
    callAs(origin, ana.account, webhooksApi.create, {
      params: { boardId },
      body: { name, form, url: new URL(path, program.url).href, events: ['card.created', 'card.done', 'comment.created'] },
    })
  program.answer = answerOf
  await make({ name: 'Canal do time', form: 'slack', path: '/services/time' })
  await make({ name: 'Painel antigo', path: '/gone' })
  const last = await make({ name: 'Publicação automática', path: '/rodada/entrada' })
  const card = (title: string) =>
    callAs(origin, ana.account, listCardsApi.create, { params: { boardId, listId: listIds['A Fazer'] ?? 0 }, body: { title } })
  await card('Emitir nota')
  const arrived = async (webhookId: number, tried: number) =>
    expect
      .poll(async () => {
        const of = { params: { boardId, webhookId }, query: {} }
        return (await callAs(origin, ana.account, webhooksApi.deliveries, of)).filter(({ tries }) => tries > 0).length
      })
      .toBe(tried)
  await arrived(last.id, 1)
  await card('Conciliar o extrato')
  await arrived(last.id, 2)
  await ana.signIn()
  await ana.board.open(boardId)
  await openIntegrations(ana.page)
  return ana
}

const hooksOf = (ana: Member) => ana.page.getByRole('region', { name: 'Avisos para programas' })
const atTop = (ana: Member) => hooksOf(ana).evaluate((part) => part.scrollIntoView({ block: 'start' }))

/** What programs, calendars and strangers reach, by the name of the picture. */
export const outsideScenes: Record<string, (stage: ServiceStage) => Promise<Person>> = {
  'outside-links': async (stage) => {
    const { ana, boardId } = await start(stage)
    const make = (body: { names?: boolean; expires_in_days?: number }) =>
      callAs(stage.origin, ana.account, readLinksApi.create, { params: { boardId }, body })
    await make({ names: true })
    await make({ expires_in_days: 7 })
    await ana.board.openMenu('Link público')
    await expect(ana.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    return ana
  },
  'outside-links-once': async (stage) => {
    const { ana } = await start(stage)
    await ana.board.openMenu('Link público')
    await ana.page.getByRole('button', { name: 'Criar link' }).click()
    await expect(ana.page.getByText('Copie agora. Este link não aparece de novo.')).toBeVisible()
    return ana
  },
  'outside-board': async (stage) => {
    const { ana, boardId } = await start(stage)
    const { url } = await callAs(stage.origin, ana.account, readLinksApi.create, { params: { boardId }, body: { names: true } })
    return stranger(stage, url)
  },
  'outside-board-empty': async (stage) => {
    const ana = await stage.team.member('Ana Luísa', stage.look)
    const { boardId } = await stageBoard(stage.origin, ana.account)
    const { url } = await callAs(stage.origin, ana.account, readLinksApi.create, { params: { boardId }, body: {} })
    return stranger(stage, url)
  },
  'outside-report': async (stage) => {
    const { ana, boardId, sprintId } = await inSprint(stage)
    const body = { sprint_id: sprintId, names: true }
    const { url } = await callAs(stage.origin, ana.account, readLinksApi.create, { params: { boardId }, body })
    const person = await stranger(stage, url)
    await expect(person.page.getByRole('img', { name: /^Burndown/ })).toBeVisible()
    return person
  },
  'outside-report-lists': async (stage) => {
    const { ana, boardId, sprintId } = await inSprint(stage)
    const body = { sprint_id: sprintId, names: true }
    const { url } = await callAs(stage.origin, ana.account, readLinksApi.create, { params: { boardId }, body })
    const person = await stranger(stage, url)
    await person.page
      .getByRole('heading', { name: 'O que aconteceu com cada tarefa' })
      .evaluate((title) => title.scrollIntoView({ block: 'start' }))
    return person
  },
  'outside-report-links': async (stage) => {
    const { ana, boardId, sprintId } = await inSprint(stage)
    await callAs(stage.origin, ana.account, readLinksApi.create, { params: { boardId }, body: { sprint_id: sprintId } })
    await ana.page.goto(`/sprint/${sprintId}/report`)
    await ana.page.getByRole('button', { name: 'Enviar' }).click()
    await ana.page.getByRole('menuitem', { name: 'Link público…' }).click()
    await expect(ana.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    return ana
  },
  'outside-gone': async (stage) => stranger(stage, `${stage.origin}/publico/${'a'.repeat(43)}`),
  'outside-calendar': async ({ team, origin, look }) => {
    const ana = await team.member('Ana Luísa', look)
    await callAs(origin, ana.account, calendarApi.create)
    await ana.signIn()
    await new SettingsPage(ana.page).open('Integrações')
    await expect(ana.page.getByRole('button', { name: 'Trocar endereço' })).toBeVisible()
    return ana
  },
  'outside-calendar-once': async ({ team, look }) => {
    const ana = await team.member('Ana Luísa', look)
    await ana.signIn()
    await new SettingsPage(ana.page).open('Integrações')
    await ana.page.getByRole('button', { name: 'Criar endereço' }).click()
    await expect(ana.page.getByText('Copie agora. Este endereço não aparece de novo.')).toBeVisible()
    return ana
  },
  'outside-programs-none': async ({ team, look }) => {
    const ana = await team.member('Ana Luísa', look)
    await ana.signIn()
    await new SettingsPage(ana.page).open('Programas')
    await expect(ana.page.getByText('Nenhum programa age em seu nome')).toBeVisible()
    return ana
  },
  'outside-programs-form': async ({ team, origin, look }) => {
    const ana = await team.member('Ana Luísa', look)
    for (const title of ['Checkout e pagamentos', 'Portal do lojista', 'Aplicativo de entregas'])
      await callAs(origin, ana.account, boardsApi.create, { body: { title } })
    await ana.signIn()
    await new SettingsPage(ana.page).open('Programas')
    await ana.page.getByRole('button', { name: 'Novo token' }).click()
    await expect(ana.page.getByRole('checkbox', { name: 'Portal do lojista' })).toBeVisible()
    return ana
  },
  'outside-hooks': async (stage) => {
    const ana = await withHooks(stage)
    await expect(hooksOf(ana).getByRole('listitem').first()).toBeVisible()
    await atTop(ana)
    return ana
  },
  'outside-hook-deliveries': async (stage) => {
    const ana = await withHooks(stage)
    const hook = hooksOf(ana).getByRole('listitem', { name: 'Publicação automática' })
    await hook.getByRole('button', { name: 'Entregas' }).click()
    await hook.getByRole('button', { name: /^503/ }).click()
    await expect(hook.getByRole('button', { name: 'Enviar de novo' })).toBeVisible()
    await hook.evaluate((part) => part.scrollIntoView({ block: 'start' }))
    return ana
  },
  'outside-hook-form': async (stage) => {
    const ana = await withHooks(stage)
    await hooksOf(ana).getByRole('button', { name: 'Novo aviso' }).click()
    await hooksOf(ana)
      .getByRole('textbox', { name: 'Endereço' })
      .evaluate((field) => field.closest('form')?.scrollIntoView({ block: 'start' }))
    return ana
  },
  'outside-hook-secret': async (stage) => {
    const ana = await withHooks(stage)
    const part = hooksOf(ana)
    await part.getByRole('button', { name: 'Novo aviso' }).click()
    await part.getByRole('textbox', { name: 'Endereço' }).fill(stage.program.url)
    await part.getByRole('checkbox', { name: 'Cartão criado' }).check()
    await part.getByRole('button', { name: 'Criar aviso' }).click()
    await expect(part.getByRole('button', { name: 'Já guardei' })).toBeVisible()
    return ana
  },
}
