import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { alone, together } from '../harness/board-people.ts'
import { expect, test } from '../harness/fixtures.ts'

test('a list is renamed where it stands and gets another status; the other person sees it', async ({ team, server }) => {
  const { ana, bia, boardId, listIds } = await together(team, server.origin)
  await ana.page.getByRole('button', { name: 'A Fazer', exact: true }).click()
  const field = ana.page.getByRole('textbox', { name: 'Título da lista' })
  await field.fill('Para esta semana')
  await field.press('Enter')
  await ana.board.expectLists(['Para esta semana', 'Em Andamento', 'Concluído'])
  await expect(ana.page.getByRole('button', { name: 'Para esta semana', exact: true })).toBeFocused()
  await bia.board.expectLists(['Para esta semana', 'Em Andamento', 'Concluído'])

  await bia.page.getByRole('button', { name: 'Ações da lista Para esta semana' }).click()
  await bia.page.getByRole('menuitemradio', { name: 'Impedimento' }).click()
  await expect
    .poll(async () => (await callAs(server.origin, ana.account, boardsApi.get, { params: { boardId } })).lists[0])
    .toMatchObject({ title: 'Para esta semana', status: 'impedimento' })

  await test.step('two people who rename it at once are asked, and nothing is replaced', async () => {
    await ana.page.getByRole('button', { name: 'Para esta semana', exact: true }).click()
    await field.fill('Da Ana')
    const params = { boardId, listId: listIds['A Fazer'] ?? 0 }
    await callAs(server.origin, bia.account, boardsApi.updateList, { params, body: { title: 'Da Bia' } })
    await field.press('Enter')
    const dialog = ana.board.dialog('Renomear')
    const clash = dialog.getByRole('region', { name: 'O nome da lista mudou enquanto você editava' })
    await expect(clash).toContainText('Da Bia')
    await expect(clash).toContainText('Da Ana')
    await expect(bia.board.list('Da Bia')).toBeVisible()
    await clash.getByRole('button', { name: 'Editar' }).click()
    await dialog.getByRole('textbox', { name: 'Título da lista' }).fill('Da Ana e da Bia')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(bia.board.list('Da Ana e da Bia')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('two people who rename a card at once are asked in the quick edit too', async () => {
    await ana.board.card('A').focus()
    await ana.page.keyboard.press('e')
    const edit = ana.board.dialog('Edição rápida')
    await edit.getByLabel('Título').fill('A, da Ana')
    await bia.board.card('A').focus()
    await bia.page.keyboard.press('e')
    await bia.board.dialog('Edição rápida').getByLabel('Título').fill('A, da Bia')
    await bia.page.keyboard.press('Enter')
    await expect(ana.board.card('A, da Bia')).toBeAttached()
    await edit.getByRole('button', { name: 'Salvar' }).click()
    const clash = edit.getByRole('region', { name: 'O título mudou enquanto você editava' })
    await expect(clash).toContainText('A, da Bia')
    await clash.getByRole('button', { name: 'Ficar com a minha' }).click()
    await expect(bia.board.card('A, da Ana')).toBeVisible()
    await expect(edit).toBeHidden()
  })
})

test('a list and a card go to the archive and come back from it, or are deleted there', async ({ team, server }) => {
  const { ana, bia } = await together(team, server.origin)
  await test.step('a copied list stands beside the first with its cards, and can be taken back', async () => {
    await ana.board.openListMenu('A Fazer', 'Copiar lista')
    await bia.board.expectLists(['A Fazer', 'A Fazer (cópia)', 'Em Andamento', 'Concluído'])
    await bia.board.expectCards('A Fazer (cópia)', ['A', 'B', 'C'])
    await ana.page.getByRole('button', { name: 'Desfazer' }).click()
    await bia.board.expectLists(['A Fazer', 'Em Andamento', 'Concluído'])
  })
  await ana.board.openListMenu('Em Andamento', 'Arquivar lista')
  await bia.board.expectLists(['A Fazer', 'Concluído'])
  await ana.board.card('B').focus()
  await ana.page.keyboard.press('c')
  await bia.board.expectCards('A Fazer', ['A', 'C'])

  await bia.board.openMenu('Arquivados')
  const dialog = bia.board.dialog('Arquivados')
  await dialog.getByRole('button', { name: 'Trazer de volta Em Andamento' }).click()
  await ana.board.expectLists(['A Fazer', 'Em Andamento', 'Concluído'])
  await ana.board.expectCards('Em Andamento', ['X', 'Y'])
  await expect(dialog.getByRole('button', { name: 'Trazer de volta Em Andamento' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Trazer de volta B' }).click()
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C'])
  await expect(dialog.getByText('Nada arquivado')).toBeVisible()

  await test.step('what is in the archive is deleted from there, and taken back into it', async () => {
    await bia.page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const own = ana.board.dialog('Arquivados')
    await ana.board.openListMenu('Em Andamento', 'Arquivar lista')
    await ana.board.card('B').focus()
    await ana.page.keyboard.press('c')
    await ana.board.openMenu('Arquivados')
    for (const title of ['Em Andamento', 'B']) {
      await own.getByRole('button', { name: `Excluir ${title}` }).click()
      await expect(own.getByRole('listitem').filter({ hasText: title })).toHaveCount(0)
      await ana.board.undo()
      await expect(own.getByRole('button', { name: `Trazer de volta ${title}` })).toBeVisible()
    }
    await bia.board.expectLists(['A Fazer', 'Concluído'])
    await bia.board.expectCards('A Fazer', ['A', 'C'])
    await own.getByRole('button', { name: 'Excluir Em Andamento' }).click()
    await own.getByRole('button', { name: 'Excluir B' }).click()
    await expect(own.getByText('Nada arquivado')).toBeVisible()
  })
})

test('the archive keeps its pages while somebody else works', async ({ team, server }) => {
  const titles = Array.from({ length: 55 }, (_, index) => `Cartão ${index + 1}`)
  const { ana, boardId } = await alone(team, server.origin, { 'A Fazer': [...titles, 'Fica'] })
  const board = await callAs(server.origin, ana.account, boardsApi.get, { params: { boardId } })
  for (const { id, title } of board.lists[0]?.cards ?? [])
    if (title !== 'Fica') await callAs(server.origin, ana.account, cardsApi.archive, { params: { cardId: id } })
  await ana.board.openMenu('Arquivados')
  const rows = ana.board.dialog('Arquivados').getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await ana.board.dialog('Arquivados').getByRole('button', { name: 'Mostrar mais' }).click()
  await expect(rows).toHaveCount(55)
  const last = board.lists[0]?.cards.find(({ title }) => title === 'Fica')?.id ?? 0
  await callAs(server.origin, ana.account, cardsApi.archive, { params: { cardId: last } })
  await expect(rows, 'the new one is there, and so is the second page').toHaveCount(56)
})

test('labels are made, renamed, coloured and deleted, on the cards of everybody', async ({ team, server }) => {
  const { ana, bia, boardId } = await together(team, server.origin)
  await ana.board.openMenu('Etiquetas')
  const dialog = ana.board.dialog('Etiquetas do quadro')
  await dialog.getByRole('button', { name: 'Nova etiqueta' }).click()
  await dialog.getByRole('textbox', { name: 'Nome da etiqueta' }).fill('Front-end')
  await dialog.getByRole('button', { name: 'Criar etiqueta' }).click()
  await expect(dialog.getByText('Front-end')).toBeVisible()

  await bia.board.card('A').focus()
  await bia.page.keyboard.press('l')
  const picker = bia.page.getByRole('dialog', { name: 'Etiquetas de A' })
  await picker.getByRole('combobox').fill('front')
  await bia.page.keyboard.press('Enter')
  await expect(picker.getByRole('option', { name: 'Front-end' })).toHaveAttribute('aria-selected', 'true')
  await bia.page.keyboard.press('Escape')
  await expect(bia.board.card('A')).toContainText('Front-end')

  await dialog.getByRole('button', { name: 'Editar etiqueta Front-end' }).click()
  await dialog.getByRole('textbox', { name: 'Nome da etiqueta' }).fill('Interface')
  await dialog.getByRole('radio', { name: 'Caju' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(bia.board.card('A')).toContainText('Interface')
  await expect(bia.board.card('A').getByText('Interface')).toHaveCSS('--c', '#ba5314')

  await dialog.getByRole('button', { name: 'Editar etiqueta Interface' }).click()
  await dialog.getByRole('textbox', { name: 'Nome da etiqueta' }).fill('Da Ana')
  const [label] = (await callAs(server.origin, bia.account, boardsApi.get, { params: { boardId } })).labels
  const params = { boardId, labelId: label?.id ?? 0 }
  await callAs(server.origin, bia.account, boardsApi.updateLabel, { params, body: { name: 'Da Bia' } })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const clash = dialog.getByRole('region', { name: 'O nome da etiqueta mudou enquanto você editava' })
  await expect(clash).toContainText('Da Bia')
  await clash.getByRole('button', { name: 'Editar' }).click()
  await dialog.getByRole('textbox', { name: 'Nome da etiqueta' }).fill('Interface')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(bia.board.card('A')).toContainText('Interface')

  await dialog.getByRole('button', { name: 'Excluir etiqueta Interface' }).click()
  await ana.board.dialog('Excluir a etiqueta Interface?').getByRole('button', { name: 'Excluir etiqueta' }).click()
  await expect(bia.board.card('A')).not.toContainText('Interface')
})
