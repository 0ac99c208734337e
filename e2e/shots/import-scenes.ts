import { expect } from '@playwright/test'
import { importsApi } from '@rodada/contract/boards/imports'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { jiraSprints } from '../../packages/server/test/jira.ts'
import { trelloBoard } from '../../packages/server/test/trello.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import type { Member } from '../harness/team.ts'
import { NotificationsPage } from '../pages/notifications.ts'
import type { Stage } from './stage.ts'

/** A program of its own reads the file. */
const readMs = 60_000

/** Ana Luísa, with a board of Trello that was read. */
async function read({ team, look, origin }: Stage): Promise<{ ana: Member; importId: number }> {
  const ana = await team.member('Ana Luísa', look)
  await ana.signIn()
  const body = new Blob([JSON.stringify(trelloBoard().export)])
  const { id } = await callAs(origin, ana.account, importsApi.create, { query: { source: 'trello', name: 'checkout.json' }, body })
  await ana.page.goto(`/trazer?id=${id}`)
  await expect(ana.page.getByRole('button', { name: /^Trazer 5/ })).toBeVisible({ timeout: readMs })
  return { ana, importId: id }
}

/** Waits until nothing of an import is under way. */
async function ended(origin: string, { account }: Member, importId: number): Promise<void> {
  const statusOf = async () => (await callAs(origin, account, importsApi.get, { params: { importId } })).status
  await expect.poll(statusOf, { timeout: readMs }).not.toMatch(/^(reading|running)$/)
}

/** Brings a board of Trello, or of another tool, as it is. @returns the import's id */
async function bring(origin: string, ana: Member, file: object, source: 'trello' | 'jira' = 'trello'): Promise<number> {
  const body = new Blob([JSON.stringify(file)])
  const { id } = await callAs(origin, ana.account, importsApi.create, { query: { source, name: 'checkout.json' }, body })
  await ended(origin, ana, id)
  await callAs(origin, ana.account, importsApi.run, { params: { importId: id }, body: {} })
  await ended(origin, ana, id)
  return id
}

export const importScenes: Record<string, (stage: Stage) => Promise<Member>> = {
  'import-file': async ({ team, look }) => {
    const ana = await team.member('Ana Luísa', look)
    await ana.signIn()
    await ana.page.goto('/trazer')
    await expect(ana.page.getByRole('button', { name: 'Ler o arquivo' })).toBeVisible()
    return ana
  },
  'import-look': async (stage) => (await read(stage)).ana,
  'import-people': async (stage) => {
    const { ana } = await read(stage)
    await ana.page.getByRole('heading', { name: '2 pessoas' }).evaluate((heading) => heading.scrollIntoView())
    return ana
  },
  'import-files': async (stage) => {
    const { ana } = await read(stage)
    await ana.page.getByLabel('Token', { exact: true }).evaluate((field) => field.scrollIntoView({ block: 'center' }))
    return ana
  },
  'import-notices': async (stage) => {
    const ana = await stage.team.member('Ana Luísa', stage.look)
    await ana.signIn()
    const { export: trello } = trelloBoard()
    await bring(stage.origin, ana, trello)
    const update = await bring(stage.origin, ana, { ...trello, cards: trello.cards.map((card) => ({ ...card, desc: 'Mudou lá' })) })
    await callAs(stage.origin, ana.account, importsApi.undo, { params: { importId: update } })
    await ended(stage.origin, ana, update)
    await ana.page.goto('/notificacoes')
    await expect(new NotificationsPage(ana.page).row('foi desfeita')).toBeVisible()
    return ana
  },
  'import-sprints': async ({ team, look, origin }) => {
    const ana = await team.member('Ana Luísa', look)
    await ana.signIn()
    const body = new Blob([JSON.stringify(jiraSprints())])
    const { id } = await callAs(origin, ana.account, importsApi.create, { query: { source: 'jira', name: 'PAG.json' }, body })
    await ana.page.goto(`/trazer?id=${id}`)
    await ana.page.getByRole('heading', { name: '4 sprints' }).evaluate((heading) => heading.scrollIntoView())
    return ana
  },
  'report-unrecorded': async (stage) => {
    const ana = await stage.team.member('Ana Luísa', stage.look)
    await ana.signIn()
    const id = await bring(stage.origin, ana, jiraSprints(), 'jira')
    const { board_id } = await callAs(stage.origin, ana.account, importsApi.get, { params: { importId: id } })
    const { data } = await callAs(stage.origin, ana.account, sprintsApi.ofBoard, { params: { boardId: board_id ?? 0 } })
    await ana.page.goto(`/sprint/${data.find(({ nome }) => nome === 'Sprint 6')?.id}/report`)
    await expect(ana.page.getByText('Ela veio de outra ferramenta')).toBeVisible()
    return ana
  },
  'import-done': async (stage) => {
    const { ana } = await read(stage)
    await ana.page.getByRole('button', { name: /^Trazer 5/ }).click()
    await expect(ana.page.getByRole('heading', { name: 'Seu quadro está pronto' })).toBeVisible({ timeout: readMs })
    return ana
  },
}
