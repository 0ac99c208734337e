import type { Locator } from '@playwright/test'
import { authApi } from '@rodada/contract/auth/auth'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { inDays, stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { CardPage } from '../pages/card.ts'
import { dateField, shownDate } from '../pages/date-field.ts'

test('a date is typed in many ways, and a text that is none is kept and explained', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { path, cardId } = await stageCard(server.origin, ana.account)
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(path)
  const due = async () => (await callAs(server.origin, ana.account, cardsApi.get, { params: { cardId } })).due_date

  for (const [text, days] of [
    ['amanhã', 1],
    ['hoje', 0],
    ['+3', 3],
  ] as const) {
    await card.due.fill(text)
    await card.due.press('Enter')
    await expect(card.due).toHaveValue(shownDate(inDays(days)))
    await expect.poll(due).toBe(inDays(days))
  }
  await card.due.fill('05122031')
  await card.due.press('Enter')
  await expect(card.due).toHaveValue('05/12/2031')
  await expect.poll(due).toBe('2031-12-05')

  await card.due.fill('31/02/2031')
  await card.due.press('Enter')
  await expect(card.fact('Prazo').getByRole('alert')).toContainText('Não entendemos esta data.')
  await expect(card.due).toHaveAttribute('aria-invalid', 'true')
  await expect(card.due, 'what was typed stays to be mended').toHaveValue('31/02/2031')
  expect(await due()).toBe('2031-12-05')

  await card.fact('Prazo').getByRole('button', { name: 'Limpar a data' }).click()
  await expect(card.due).toHaveValue('')
  await expect.poll(due).toBeNull()
})

test('the calendar is moved by keys, and Escape closes only it', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { path, cardId } = await stageCard(server.origin, ana.account)
  await callAs(server.origin, ana.account, cardsApi.update, { params: { cardId }, body: { due_date: '2031-01-31' } })
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(path)
  const calendar = ana.page.getByRole('dialog', { name: 'Calendário: Prazo' })
  const at = (name: string) => expect(calendar.getByRole('button', { name })).toBeFocused()
  await card.due.press('ArrowDown')
  await at('sexta-feira, 31 de janeiro de 2031')
  await expect(calendar.getByRole('columnheader').first(), 'a week begins on Monday').toHaveText('seg')
  await ana.page.keyboard.press('PageDown')
  await at('sexta-feira, 28 de fevereiro de 2031')
  await ana.page.keyboard.press('Home')
  await at('segunda-feira, 24 de fevereiro de 2031')
  await ana.page.keyboard.press('End')
  await at('domingo, 2 de março de 2031')
  await ana.page.keyboard.press('ArrowUp')
  await ana.page.keyboard.press('ArrowLeft')
  await at('sábado, 22 de fevereiro de 2031')
  await ana.page.keyboard.press('Shift+PageDown')
  await at('domingo, 22 de fevereiro de 2032')
  await expectAccessible(ana.page, 'the calendar', 'dialog[open]')
  await ana.page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(card.due, 'the window stays, and the focus is back').toBeFocused()

  await card.fact('Prazo').getByRole('button', { name: 'Calendário: Prazo, 31/01/2031' }).click()
  await at('sexta-feira, 31 de janeiro de 2031')
  await ana.page.keyboard.press('PageUp')
  await ana.page.keyboard.press('Enter')
  await expect(card.due).toHaveValue('31/12/2030')
  await card.due.press('ArrowDown')
  await calendar.getByRole('button', { name: 'Hoje', exact: true }).click()
  await expect(card.due).toHaveValue(shownDate(inDays(0)))
  await expect(card.fact('Prazo')).toContainText('Vence hoje')
})

test('a task of a sprint is due at its end in one step; a form with a text that is no date is not sent', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const { sprintId } = await stageSprint(server.origin, ana.account, { nome: 'Sprint 12', to: 7 })
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/tasks`)
  await ana.page
    .getByRole('button', { name: /Nova tarefa/ })
    .first()
    .click()
  const form = ana.page.getByRole('dialog', { name: 'Nova tarefa' })
  await form.getByLabel('Título').fill('Antifraude')
  await form.getByText('Prazo, responsável e observações').click()
  const due = dateField(form, 'Prazo')
  await due.fill('um dia desses')
  await form.getByRole('button', { name: 'Criar tarefa' }).click()
  await expect(form.getByRole('alert').filter({ hasText: 'Não entendemos esta data.' })).toBeVisible()
  await expect(due).toBeFocused()
  await due.press('ArrowDown')
  const calendar = ana.page.getByRole('dialog', { name: 'Calendário: Prazo' })
  await expect(calendar).toBeVisible()
  await expectFits(ana.page, 'the calendar')
  await expectAccessible(ana.page, 'the calendar on a phone', 'dialog[open]')
  await calendar.getByRole('button', { name: 'Fim da sprint' }).click()
  await expect(due).toHaveValue(shownDate(inDays(7)))
  await form.getByRole('button', { name: 'Criar tarefa' }).click()
  await expect(form).toBeHidden()
})

test('a card in a sprint is due at its end in one step, wherever its date is', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const tasks = [{ title: 'Antifraude' }]
  const { sprintId, boardId, taskIds } = await stageSprint(server.origin, ana.account, { nome: 'Sprint 12', to: 7, tasks })
  const [cardId = 0] = taskIds
  await stageSprint(server.origin, ana.account, { nome: 'Sprint 13', from: 8, to: 15, boardId })
  await ana.signIn()
  const due = async () => (await callAs(server.origin, ana.account, cardsApi.get, { params: { cardId } })).due_date
  const calendar = ana.page.getByRole('dialog', { name: 'Calendário: Prazo' })
  const dueAtTheEnd = async (field: Locator) => {
    await field.press('ArrowDown')
    await calendar.getByRole('button', { name: 'Fim da sprint' }).click()
  }

  const card = new CardPage(ana.page)
  await card.open(`/board/${boardId}?card=${cardId}`)
  await dueAtTheEnd(card.due)
  await expect.poll(due).toBe(inDays(7))
  await card.fact('Sprint').getByRole('button', { name: 'Trocar de sprint' }).click()
  await ana.page.getByRole('button', { name: /^Sprint 13/ }).click()
  await expect(card.fact('Sprint')).toContainText('Sprint 13')
  await card.due.fill('fim da sprint')
  await card.due.press('Enter')
  await expect.poll(due, 'of the sprint that it is in now').toBe(inDays(15))
  await card.closeButton.click()

  await ana.board.card('Antifraude').focus()
  await ana.page.keyboard.press('e')
  const quick = dateField(ana.board.dialog('Edição rápida'), 'Prazo')
  await quick.fill('')
  await quick.blur()
  await expect.poll(due).toBeNull()
  await dueAtTheEnd(quick)
  await expect.poll(due).toBe(inDays(15))

  await callAs(server.origin, ana.account, sprintTasksApi.changeMany, { body: { task_ids: [cardId], sprint_id: sprintId } })
  await ana.page.goto(`/sprint/${sprintId}/tasks`)
  await ana.page.getByRole('rowheader').getByRole('button', { name: 'Antifraude' }).click()
  const form = ana.page.getByRole('dialog', { name: 'Editar tarefa' })
  await dueAtTheEnd(dateField(form, 'Prazo'))
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(due).toBe(inDays(7))
})

for (const [language, typed, shown, label] of [
  ['pt-BR', '5/12/2031', '05/12/2031', 'Início'],
  ['en-US', '12/5/2031', '12/05/2031', 'Start'],
  ['es-ES', '5/12/2031', '05/12/2031', 'Inicio'],
] as const) {
  test(`a date is written as an account in ${language} does, whatever the browser speaks`, async ({ team, server }) => {
    const browsers = language === 'en-US' ? 'pt-BR' : 'en-US'
    const ana = await team.member('Ana', { language: browsers })
    await callAs(server.origin, ana.account, authApi.updateProfile, { body: { language } })
    await stageSprint(server.origin, ana.account, { nome: 'Sprint 12' })
    await ana.signIn()
    // As signing in by the form does: the browser keeps the language of the account.
    await ana.page.evaluate((chosen) => localStorage.setItem('rodada.language', chosen), language)
    await ana.page.goto('/sprints')
    await expect(ana.page.locator('html')).toHaveAttribute('lang', language)
    await ana.page
      .getByRole('article', { name: 'Sprint 12' })
      .getByRole('button', { name: /^(Editar|Edit) Sprint 12$/ })
      .click()
    const field = dateField(ana.page.getByRole('dialog'), label)
    await field.fill(typed)
    await field.blur()
    await expect(field).toHaveValue(shown)
  })
}
