import { boardsApi } from '@rodada/contract/boards/board-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { administrator } from '../harness/administrator.ts'
import { devices, expectFits } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { CardPage } from '../pages/card.ts'

const list = 'Aguardando aprovação do time de segurança da informação e do jurídico'
const nome = 'Sprint 27 · Migração do checkout para o novo provedor de pagamentos'

for (const device of devices)
  test(`the window of a card keeps long names inside, cut, with the whole name at hand (${device})`, async ({ team, server }) => {
    const ana = await team.member('Ana', { device })
    const { origin } = server
    const { boardId, taskIds } = await stageSprint(origin, ana.account, { nome, tasks: [{ title: 'Pix' }] })
    const [first] = await callAs(origin, ana.account, boardsApi.lists, { params: { boardId } })
    await callAs(origin, ana.account, boardsApi.updateList, { params: { boardId, listId: first?.id ?? 0 }, body: { title: list } })
    await ana.signIn()
    const card = new CardPage(ana.page)
    await card.open(`/board/${boardId}?card=${taskIds[0]}`)
    await expect(card.fact('Lista').getByTitle(list)).toBeVisible()
    await expect(card.fact('Sprint').getByTitle(nome)).toBeVisible()
    for (const [fact, name] of [
      ['Lista', list],
      ['Sprint', nome],
    ] as const) {
      const [outer, inner] = [await card.fact(fact).boundingBox(), await card.fact(fact).getByTitle(name).boundingBox()]
      expect((inner?.x ?? 0) + (inner?.width ?? 0), fact).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0) + 8)
    }
    const overflowing = await card.window.evaluate((window) =>
      [...window.querySelectorAll('*')]
        .filter((part) => getComputedStyle(part).overflowX === 'auto' && part.scrollWidth > part.clientWidth)
        .map((part) => part.className),
    )
    expect(overflowing).toEqual([])
  })

const unbroken = 'EsperandoAprovacaoDoTimeDeSegurancaDaInformacaoEDoJuridico'

test('on a phone, dialogs keep a name without a space inside, and the roles of members are whole', async ({ team, server }) => {
  const eva = await team.member('Eva')
  const ana = await team.member('Ana', { device: 'phone' })
  await notHandedOn(ana.page).setViewportSize({ width: 360, height: 740 })
  const { origin } = server
  const { boardId, listIds } = await stageBoard(origin, ana.account, { title: `${unbroken} ${unbroken}`, guests: [eva.account] })
  const params = { boardId, listId: listIds['A Fazer'] ?? 0 }
  await callAs(origin, ana.account, boardsApi.updateList, { params, body: { title: unbroken } })
  await ana.signIn()
  await ana.board.open(boardId)
  await ana.board.openMenu('Membros')
  const role = ana.page.getByRole('combobox', { name: 'Papel de Eva' })
  const [shown, whole] = await role.evaluate((select: HTMLSelectElement) => {
    const width = select.offsetWidth
    select.style.width = 'auto'
    select.style.minWidth = 'max-content'
    return [width, select.offsetWidth]
  })
  expect(shown).toBeGreaterThanOrEqual(whole ?? 0)
  await ana.page.keyboard.press('Escape')
  await ana.board.openListMenu(unbroken, 'Excluir lista')
  const title = await ana.page.getByRole('dialog').getByRole('heading').boundingBox()
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(360)
  await expectFits(ana.page, 'dialog')
  await ana.page.keyboard.press('Escape')

  await ana.page.goto(`/board/${boardId}/backlog`)
  await expect(ana.page.getByRole('heading', { level: 1, name: unbroken })).toBeVisible()
  await expectFits(ana.page, 'backlog')
})

test('the units of the figures of the instance stand on one line, whatever their length', async ({ team }) => {
  const admin = await administrator(team)
  await notHandedOn(admin.page).setViewportSize({ width: 1280, height: 800 })
  const units = admin.page.locator('dl').first().locator('small')
  await expect(units).toHaveCount(2)
  const tops = await units.evaluateAll((all) => all.map((unit) => Math.round(unit.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(1)
  for (const unit of await units.all()) {
    const [below, number] = await unit.evaluate((one) => [one.getBoundingClientRect().top, one.parentElement?.getBoundingClientRect().top])
    expect(below, 'below the number').toBeGreaterThan((number ?? 0) + 24)
  }
})
