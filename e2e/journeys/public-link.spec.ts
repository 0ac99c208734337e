import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { makeBoard } from '../harness/work.ts'
import { BoardPage } from '../pages/board.ts'

test('a board is shown to somebody without an account by a link, without names, until the link is ended', async ({ team, server }) => {
  const ana = await team.member('Ana Pública')
  const { boardId } = await makeBoard(server.origin, ana.account, { title: 'Roteiro da loja' }, [
    { title: 'Pix parcelado', due: 3 },
    { title: 'Conciliar o extrato', list: 1 },
  ])
  await ana.signIn()
  const { page } = ana
  const board = new BoardPage(page)
  await board.open(boardId)
  const dialog = page.getByRole('dialog')
  const openLinks = async () => {
    await board.menuButton.click()
    await page.getByRole('menuitem', { name: 'Link público' }).click()
    await expect(dialog.getByRole('heading', { name: 'Link público', exact: true })).toBeVisible()
  }
  await openLinks()
  await expectGoodOnBoth(page, 'a new public link')
  await dialog.getByRole('button', { name: 'Criar link' }).focus()
  await page.keyboard.press('Enter')
  const once = dialog.getByRole('region', { name: 'Copie agora. Este link não aparece de novo.' })
  await expect(once).toBeFocused()
  await expectGoodOnBoth(page, 'a public link, once')
  await once.getByRole('button', { name: 'Copiar' }).click()
  const { pathname } = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  await once.getByRole('button', { name: 'Já guardei' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Sem nomes' })).toContainText('nunca aberto')

  const stranger = await team.person('Um estranho')
  await stranger.page.goto(pathname)
  const shown = stranger.page
  await expect(shown.getByRole('heading', { level: 1, name: 'Roteiro da loja' })).toBeVisible()
  await expect(shown).toHaveTitle('Roteiro da loja · Rodada')
  await expect(shown.getByRole('region', { name: /^A Fazer/ }).getByRole('heading', { level: 3 })).toHaveText(['Pix parcelado'])
  await expect(shown.getByRole('region', { name: /^Em Andamento/ }).getByRole('heading', { level: 3 })).toHaveText(['Conciliar o extrato'])
  await expect(shown.getByText('Ana Pública')).toHaveCount(0)
  await expectGoodOnBoth(shown, 'a public board')

  // Its own words, in the language of who reads it.
  await notHandedOn(shown).addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['en-US'] }))
  await shown.reload()
  await expect(shown.getByText('A Rodada board, for reading only.')).toBeVisible()

  await dialog.getByRole('switch', { name: 'Mostrar os nomes das pessoas' }).click()
  await dialog.getByLabel('Validade').selectOption({ label: 'Até alguém encerrar' })
  await dialog.getByRole('button', { name: 'Criar link' }).click()
  await once.getByRole('button', { name: 'Copiar' }).click()
  const named = new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname
  await shown.goto(named)
  await expect(shown.getByRole('img', { name: /Ana Pública/ }).first()).toBeVisible()

  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Sem nomes' })
    .getByRole('button', { name: /^Encerrar/ })
    .click()
  await dialog.getByRole('button', { name: 'Encerrar', exact: true }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await shown.goto(pathname)
  await expect(shown.getByRole('heading', { name: 'This link no longer opens' })).toBeVisible()
  await expectGoodOnBoth(shown, 'a public link that ended')

  await page.keyboard.press('Escape')
  await board.menuButton.click()
  await page.getByRole('menuitem', { name: 'Atividade' }).click()
  await expect(dialog.getByText(/encerrou um link público deste quadro/)).toBeVisible()
  await expect(dialog.getByText(/criou um link público deste quadro/).first()).toBeVisible()
})

test('the report of a sprint is shown to somebody without an account, and the board is not', async ({ team, server }) => {
  const ana = await team.member('Ana Relata')
  const { origin } = server
  const { boardId } = await makeBoard(origin, ana.account, { title: 'Entregas da loja' })
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
  const body = { board_id: boardId, nome: 'Sprint 7', data_inicio: day(-3), data_fim: day(10) }
  const { data: sprint } = await callAs(origin, ana.account, sprintsApi.create, { body })
  const task = (titulo: string, estimativa_pontos: number) =>
    callAs(origin, ana.account, sprintTasksApi.create, {
      body: { sprint_id: sprint.id, titulo, estimativa_pontos, assigned_to: ana.account.user.id },
    })
  await task('Pix parcelado', 5)
  await task('Conciliar o extrato', 3)
  await ana.signIn()
  const { page } = ana
  await page.goto(`/sprint/${sprint.id}/report`)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('menuitem', { name: 'Link público…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const once = dialog.getByRole('region', { name: 'Copie agora. Este link não aparece de novo.' })
  const make = async () => {
    await dialog.getByRole('button', { name: 'Criar link' }).click()
    await expect(once).toBeFocused()
    await once.getByRole('button', { name: 'Copiar' }).click()
    const { pathname } = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    await once.getByRole('button', { name: 'Já guardei' }).click()
    return pathname
  }
  await expect(dialog).toContainText('Quem tem o link lê este relatório')
  await expectGoodOnBoth(page, 'a new public link of a report')
  const pathname = await make()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Sem nomes' })).toContainText('nunca aberto')

  const { page: shown } = await team.person('Um estranho')
  await shown.goto(pathname)
  await expect(shown.getByRole('heading', { level: 1, name: 'Sprint 7' })).toBeVisible()
  await expect(shown).toHaveTitle('Sprint 7 · Rodada')
  await expect(shown.getByText('Relatório de uma sprint de Entregas da loja, só para ler.')).toBeVisible()
  await expect(shown.getByRole('img', { name: /^Burndown: faltam 8/ })).toBeVisible()
  await expect(shown.getByText('Pix parcelado').first()).toBeVisible()
  await expect(shown.getByRole('main').getByRole('link', { name: 'Pix parcelado' })).toHaveCount(0)
  await expect(shown.getByText('Ana Relata')).toHaveCount(0)
  await expectGoodOnBoth(shown, 'a public report')
  await shown.getByRole('link', { name: 'Tarefas', exact: true }).click()
  await expect(shown).toHaveURL(/em=tarefas/)
  await expect(shown.getByRole('img', { name: /^Burndown: faltam 2/ })).toBeVisible()

  await dialog.getByRole('switch', { name: 'Mostrar os nomes das pessoas' }).click()
  await shown.goto(await make())
  await expect(shown.getByRole('img', { name: /Ana Relata/ }).first()).toBeVisible()

  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Sem nomes' })
    .getByRole('button', { name: /^Encerrar/ })
    .click()
  await dialog.getByRole('button', { name: 'Encerrar', exact: true }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await shown.goto(pathname)
  await expect(shown.getByRole('heading', { name: 'Este link não abre mais' })).toBeVisible()

  // The links of the board say of which report one is.
  await page.goto(`/board/${boardId}`)
  await new BoardPage(page).menuButton.click()
  await page.getByRole('menuitem', { name: 'Link público' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('Relatório de Sprint 7, com os nomes das pessoas')
})
