import { expect } from '@playwright/test'
import { importsApi } from '@rodada/contract/boards/imports'
import { trelloBoard } from '../../packages/server/test/trello.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import type { Member } from '../harness/team.ts'
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

export const importScenes: Record<string, (stage: Stage) => Promise<Member>> = {
  'import-file': async ({ team, look }) => {
    const ana = await team.member('Ana Luísa', look)
    await ana.signIn()
    await ana.page.goto('/trazer')
    await expect(ana.page.getByRole('button', { name: 'Ler o arquivo' })).toBeVisible()
    return ana
  },
  'import-look': async (stage) => (await read(stage)).ana,
  'import-done': async (stage) => {
    const { ana } = await read(stage)
    await ana.page.getByRole('button', { name: /^Trazer 5/ }).click()
    await expect(ana.page.getByRole('heading', { name: 'Seu quadro está pronto' })).toBeVisible({ timeout: readMs })
    return ana
  },
}
