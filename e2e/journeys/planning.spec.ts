import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { endSprint, stageBacklog, stageSprint } from '../harness/sprint-stage.ts'

const titles = Array.from({ length: 12 }, (_, index) => `Cartão ${String(index + 1).padStart(2, '0')}`)

test('a sprint of twelve cards is planned on one screen, with what it can hold', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { account } = ana
  const { origin } = server
  const { sprintId, boardId } = await stageSprint(origin, account, {
    nome: 'Sprint 12',
    tasks: [{ title: 'Feito', points: 30, column: 'Concluído' }],
  })
  await endSprint(origin, account, sprintId)
  await stageBacklog(origin, account, boardId, titles)
  await ana.signIn()
  const { page } = ana
  await page.goto(`/board/${boardId}`)
  let interactions = 0
  const act = async (what: Promise<void>) => {
    interactions += 1
    await what
  }
  await act(page.getByRole('navigation', { name: 'Partes do quadro' }).getByRole('link', { name: 'Backlog' }).click())
  const rows = page.getByRole('region', { name: 'Backlog' }).getByRole('listitem')
  await expect(rows).toHaveCount(titles.length)
  for (const index of titles.keys()) await act(rows.nth(index).getByRole('checkbox').check())
  const bar = page.getByRole('region', { name: 'Ações para os escolhidos' })
  await expect(bar).toContainText('12 escolhidos')
  expect(await page.evaluate(() => scrollY), 'the bar lies on none of the twelve rows').toBe(0)
  await act(page.getByRole('button', { name: 'Nova sprint' }).click())
  const form = page.getByRole('form', { name: 'Nova sprint' })
  await expect(form.getByLabel('Nome')).toHaveValue('Sprint 13')
  await expect(bar, 'what is chosen stays chosen').toContainText('12 escolhidos')
  await expectAccessible(page, 'backlog with a selection and the form of a sprint')
  await act(form.getByRole('button', { name: 'Criar e planejar 12' }).click())
  await expect(rows).toHaveCount(0)
  expect(interactions).toBeLessThanOrEqual(16)

  const { data: planned } = await callAs(origin, account, sprintReportsApi.planning, { params: { boardId } })
  const next = planned.sprints.find(({ sprint }) => sprint.nome === 'Sprint 13')
  expect([next?.sprint.total_tasks, planned.velocity.average.points, planned.velocity.average_of]).toEqual([12, 30, 1])

  await test.step('an estimate is written with a tap, and the sprint says what it holds of how much', async () => {
    const { data } = await callAs(origin, account, sprintTasksApi.list, { params: { sprintId: next?.sprint.id ?? 0 } })
    await callAs(origin, account, sprintTasksApi.changeMany, { body: { task_ids: data.slice(0, 2).map(({ id }) => id), sprint_id: null } })
    await page.getByRole('button', { name: 'Estimar Cartão 01' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '13', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Escolher Cartão 01' }).check()
    await expect(bar).toContainText('1 escolhido 13 pontos')
    const target = page.getByRole('region', { name: 'Sprints abertas' }).getByRole('listitem')
    await expect(target).toContainText('0 +13 de cerca de 30 pontos')
    await target.getByRole('button', { name: 'Planejar 1 aqui' }).click()
    await expect(target.getByRole('img', { name: '13 de cerca de 30 pontos' })).toBeVisible()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(rows).toHaveCount(2)
  })

  await test.step('the filter is in the address, and survives a reload', async () => {
    await page.getByRole('button', { name: /^Sem estimativa/ }).click()
    await expect(page).toHaveURL(/estimativa=sem/)
    await expect(rows).toHaveText([/Cartão 02/])
    await page.reload()
    await expect(rows).toHaveText([/Cartão 02/])
  })

  await test.step('the reports of the board show the same figure', async () => {
    await page.getByRole('navigation', { name: 'Partes do quadro' }).getByRole('link', { name: 'Relatórios' }).click()
    await expect(page.getByText('Entregue na última: 30')).toBeVisible()
    await page.goBack()
    await expect(page, 'the tab of before').toHaveURL(/backlog\?estimativa=sem/)
  })
})

test('on a phone every card can be chosen above the bar, planned, and brought back by the end of the sprint', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const { boardId } = await stageSprint(server.origin, ana.account, { nome: 'Sprint 12' })
  await stageBacklog(server.origin, ana.account, boardId, titles)
  await ana.signIn()
  const { page } = ana
  await page.goto(`/board/${boardId}/backlog`)
  const rows = page.getByRole('region', { name: 'Backlog' }).getByRole('listitem')
  await expect(rows).toHaveCount(titles.length)
  for (const index of titles.keys()) await rows.nth(index).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Ações para os escolhidos' })
  await expect(bar).toContainText('12 escolhidos')
  await page.getByRole('button', { name: 'Nova sprint' }).click()
  await expect(page.getByRole('form', { name: 'Nova sprint' })).toBeVisible()
  await expectFits(page)
  await expectAccessible(page, 'backlog with a selection on a phone')
  await bar.getByRole('button', { name: 'Planejar' }).click()
  await page.getByRole('menuitem', { name: 'Sprint 12' }).click()
  await expect(rows).toHaveCount(0)

  await page.getByRole('button', { name: 'Encerrar Sprint 12' }).click()
  const dialog = page.getByRole('dialog', { name: /^Encerrar/ })
  await dialog.getByRole('radio', { name: /^Backlog/ }).check()
  await expectFits(page, 'the end of a sprint')
  await expectAccessible(page, 'the end of a sprint')
  await dialog.getByRole('button', { name: 'Encerrar sprint' }).click()
  await expect(page).toHaveURL(/\/sprint\/\d+\/report$/)
  await page.goto(`/board/${boardId}/backlog`)
  await expect(rows).toHaveCount(titles.length)
})

test('a board that wants it makes the next sprint when the last open one ends', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { boardId } = await stageSprint(server.origin, ana.account, { nome: 'Sprint 12' })
  await ana.signIn()
  const { page } = ana
  await page.goto(`/board/${boardId}`)
  await ana.board.openMenu('Editar quadro')
  const settings = ana.board.dialog('Editar quadro')
  await settings.getByRole('switch', { name: 'Criar a próxima sprint sozinha' }).check()
  await settings.getByRole('button', { name: 'Salvar' }).click()
  await expect(settings).toHaveCount(0)

  await page.goto(`/board/${boardId}/backlog`)
  await page.getByRole('button', { name: 'Encerrar Sprint 12' }).click()
  const dialog = page.getByRole('dialog', { name: /^Encerrar/ })
  await expect(dialog.getByText(/^Sprint 13 \(.+\) será criada em seguida/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Encerrar sprint' }).click()
  await expect(page).toHaveURL(/\/sprint\/\d+\/report$/)
  await page.goto(`/board/${boardId}/backlog`)
  await expect(page.getByRole('heading', { name: 'Sprint 13' })).toBeVisible()
  await page.goto(`/board/${boardId}`)
  await ana.board.openMenu('Editar quadro')
  await expect(settings.getByRole('switch', { name: 'Criar a próxima sprint sozinha' })).toBeChecked()
})
