import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectGoodOnBoth } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { endSprint, stageSprint } from '../harness/sprint-stage.ts'
import { onOtherDevice } from '../harness/tabs.ts'

const tasks = [
  { title: 'Antifraude', points: 8, hours: 4 },
  { title: 'Boleto', points: 3, hours: 6, column: 'Em Andamento' },
  { title: 'Cupom', points: 5, hours: 2, column: 'Concluído' },
]

/** Puts a task into the column of what is done. */
async function finish(origin: string, account: Account, sprintId: number, taskId: number): Promise<void> {
  const { data } = await callAs(origin, account, sprintTasksApi.board, { params: { sprintId } })
  const column_id = data.columns.find(({ nome }) => nome === 'Concluído')?.id
  await callAs(origin, account, sprintTasksApi.update, { params: { taskId }, body: { column_id } })
}

/** Downloads a chart by its menu. */
async function save(page: Page, chart: string, item: 'Baixar CSV' | 'Baixar imagem'): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: `Baixar: ${chart}` }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

/** The colour in the corner of a picture, and how many of its points have each colour that is of many. */
const coloursOf = (page: Page, content: Buffer) =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    pen?.drawImage(picture, 0, 0)
    const { data = new Uint8ClampedArray() } = pen?.getImageData(0, 0, picture.width, picture.height) ?? {}
    const counts = new Map<string, number>()
    for (let at = 0; at < data.length; at += 4) {
      const colour = data.slice(at, at + 3).join()
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    return [[...data.slice(0, 3)], Object.fromEntries([...counts].filter(([, count]) => count > 200))] as const
  }, content.toString('base64'))

test('a report counts in points, hours or tasks, follows the work, and is downloaded', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { sprintId, taskIds } = await stageSprint(server.origin, ana.account, { from: 0, tasks })
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/report`)
  const figure = (label: string) => ana.page.locator('dl > div', { has: ana.page.getByText(label, { exact: true }) }).locator('dd')
  await expect(figure('Prometidos')).toHaveText('16 pontos')
  await expect(figure('Concluídos')).toHaveText('5 pontos')
  await expect(ana.page.getByRole('img', { name: /^Burndown: faltam 11 pontos de 16 pontos/ })).toBeVisible()
  await expect(ana.page.getByRole('region', { name: 'O que falta' }).getByRole('listitem')).toHaveCount(2)
  await expect(ana.page.getByRole('region', { name: 'Entregues' })).toContainText('Cupom')
  await expect(ana.page.getByRole('region', { name: 'Leitura' })).toContainText('Vocês estão')

  const [taskId = 0] = taskIds
  const board = await callAs(server.origin, ana.account, sprintTasksApi.board, { params: { sprintId } })
  const done = board.data.columns.find(({ status }) => status === 'concluida')?.id
  await callAs(server.origin, ana.account, sprintTasksApi.update, { params: { taskId }, body: { column_id: done } })
  await expect(figure('Concluídos'), 'the report follows the work').toHaveText('13 pontos')

  await ana.page.getByRole('navigation', { name: 'Contar em' }).getByRole('link', { name: 'Horas' }).click()
  await expect(ana.page).toHaveURL(/em=horas/)
  await expect(figure('Prometidas')).toHaveText('12 horas')
  await expect(ana.page.getByRole('region', { name: 'O que falta' }).getByRole('listitem')).toContainText('6 h')
  await expect(ana.page.getByRole('region', { name: 'Entregues' })).toContainText('2 h')
  await ana.page.getByRole('figure', { name: 'Burndown' }).getByText('Ver como tabela').click()
  const table = ana.page.getByRole('table', { name: 'Trabalho restante no fim de cada dia' })
  await expect(table.getByRole('row').nth(1)).toContainText('6')

  const csv = await save(ana.page, 'Burndown', 'Baixar CSV')
  expect(csv.name).toBe('burndown-sprint-12.csv')
  expect(csv.content.toString('utf8')).toMatch(/^\uFEFFDia;Ideal;Restante;Escopo;Mudou no escopo\r\n\d{4}-\d\d-\d\d;12;6;12;/)
  const png = await save(ana.page, 'Burndown', 'Baixar imagem')
  expect(png.name).toBe('burndown-sprint-12.png')
  expect(png.content.subarray(1, 4).toString()).toBe('PNG')
  expect(png.content.length).toBeGreaterThan(4000)
  const inLight = await coloursOf(ana.page, png.content)
  expect(inLight[0]).toEqual([255, 255, 255])
  // Slides and letters are light, whatever the page is.
  await ana.page.getByRole('main').evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'))
  expect(await coloursOf(ana.page, (await save(ana.page, 'Burndown', 'Baixar imagem')).content)).toEqual(inLight)
  await ana.page.getByRole('main').evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
})

test('once ended, the report says what was delivered and what stayed, and the velocity has it', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { sprintId } = await stageSprint(server.origin, ana.account, { from: -5, to: -1, tasks })
  await endSprint(server.origin, ana.account, sprintId)
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/report`)
  await expect(ana.page.getByRole('region', { name: 'Leitura' })).toContainText('Vocês entregaram 5 pontos de 16 pontos.')
  await expect(ana.page.getByRole('region', { name: 'Ficaram' }).getByRole('listitem')).toHaveCount(2)
  await ana.page.getByRole('figure', { name: 'Velocidade' }).getByText('Ver como tabela').click()
  const table = ana.page.getByRole('table', { name: 'O que as últimas sprints prometeram e entregaram' })
  await expect(table.getByRole('row').nth(1)).toHaveText(/Sprint 12\s*16\s*5/)

  const csv = await save(ana.page, 'Velocidade', 'Baixar CSV')
  expect(csv.name).toBe('velocidade-checkout.csv')
  expect(csv.content.toString('utf8')).toMatch(/^\uFEFF[^\r\n]+\r\nSprint 12;16;5\r\n/)
  const png = await save(ana.page, 'Velocidade', 'Baixar imagem')
  expect(png.name).toBe('velocidade-checkout.png')
  expect(png.content.subarray(1, 4).toString()).toBe('PNG')

  const { page } = ana
  const send = page.getByRole('button', { name: 'Enviar' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await send.press('Enter')
  await expectAccessible(page, 'ways to send a report')
  const mail = await page.getByRole('menuitem', { name: 'Por e-mail' }).getAttribute('href')
  await page.getByRole('menuitem', { name: 'Copiar o resumo' }).click()
  await expect(page.getByText('Resumo copiado.')).toBeVisible()
  const text = await copied()
  expect(text).toMatch(/^Sprint 12 · Checkout \(.+\)\n\nVocês entregaram 5 pontos de 16 pontos\./)
  expect(text).toContain('Entregues (1)\n- Cupom (5 pontos)\n\nFicaram (2)\n- Antifraude (8 pontos)\n- Boleto (3 pontos)')
  expect(text).toMatch(new RegExp(`/sprint/${sprintId}/report$`))
  const letter = new URL(mail ?? '')
  expect([letter.protocol, letter.searchParams.get('subject'), letter.searchParams.get('body')]).toEqual([
    'mailto:',
    'Relatório da Sprint 12 (Checkout)',
    text,
  ])
  await send.click()
  await page.getByRole('menuitem', { name: 'Copiar o link' }).click()
  await expect.poll(copied).toBe(`${server.origin}/sprint/${sprintId}/report`)
})

test('a report is accessible', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const { sprintId, taskIds } = await stageSprint(server.origin, ana.account, { from: 0, tasks })
  await finish(server.origin, ana.account, sprintId, taskIds[1] ?? 0)
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/report`)
  await expect(ana.page.getByRole('img', { name: /^Burndown/ })).toBeVisible()
  const turnedOut = ana.page.getByRole('region', { name: 'Como terminaram as estimativas' })
  await expect(turnedOut.getByRole('listitem')).toHaveText([
    /3 pontos: 1 de 1 terminado\s*1 dia$/,
    /5 pontos: 1 de 1 terminado\s*início não anotado$/,
    /8 pontos: 0 de 1 terminado$/,
  ])
  for (const summary of await ana.page.getByText('Ver como tabela').all()) await summary.click()
  await expectGoodOnBoth(ana.page, 'report')
  const expectWholeTexts = async () => {
    const title = await turnedOut.getByRole('heading').boundingBox()
    expect(title?.width, 'its title has the width of its words').toBeGreaterThan(150)
    const save = ana.page.getByRole('button', { name: 'Baixar CSV', exact: true })
    const cut = await save.evaluate((button) =>
      [...button.querySelectorAll('*')].some(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth),
    )
    expect(cut, 'its text is whole').toBe(false)
  }
  await expectWholeTexts()
  await onOtherDevice(ana.page, expectWholeTexts)
})
