import { boardsApi } from '@rodada/contract/boards'
import { callAs } from '../../scripts/lib/api-client.ts'
import { cardsOf, stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import type { Member, Team } from '../harness/team.ts'

/** Ana administers a board, Bia is a member of it; both look at it. */
async function together(
  team: Team,
  origin: string,
  cards: Record<string, readonly string[]>,
): Promise<{ ana: Member; bia: Member; boardId: number }> {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const { boardId } = await stageBoard(origin, ana.account, { cards, members: [bia.account] })
  for (const person of [ana, bia]) {
    await person.signIn()
    await person.board.open(boardId)
  }
  return { ana, bia, boardId }
}

const letters = { 'A Fazer': ['A', 'B', 'C'], 'Em Andamento': ['X', 'Y'] }

test('cards and lists are created, and the other person sees them', async ({ team, server }) => {
  const { ana, bia, boardId } = await together(team, server.origin, {})
  await expect(bia.board.people).toHaveAccessibleName(/Ana/)
  await ana.board.addCards('A Fazer', 'Primeiro', 'Segundo')
  await bia.board.expectCards('A Fazer', ['Primeiro', 'Segundo'])
  await bia.board.addList('Em revisão')
  await ana.board.expectLists(['A Fazer', 'Em Andamento', 'Concluído', 'Em revisão'])
  await ana.page.reload()
  await ana.board.expectCards('A Fazer', ['Primeiro', 'Segundo'])
  expect(await cardsOf(server.origin, ana.account, boardId, 'A Fazer')).toEqual(['Primeiro', 'Segundo'])
})

test('pasted lines become several cards', async ({ team, server }) => {
  const { ana } = await together(team, server.origin, {})
  await ana.page.getByRole('button', { name: 'Adicionar cartão em A Fazer' }).click()
  await ana.page.evaluate(() => navigator.clipboard.writeText('Um\nDois\n\nTrês'))
  await ana.page.keyboard.press('Control+V')
  await ana.page.getByRole('button', { name: 'Criar 3 cartões' }).click()
  await ana.board.expectCards('A Fazer', ['Um', 'Dois', 'Três'])
})

test('cards are dragged within a list and across lists', async ({ team, server }) => {
  const { ana, bia, boardId } = await together(team, server.origin, letters)
  await ana.board.drag(ana.board.card('A'), ana.board.card('C'), { y: 0.8 })
  await ana.board.expectCards('A Fazer', ['B', 'C', 'A'])
  await bia.board.expectCards('A Fazer', ['B', 'C', 'A'])
  await ana.board.drag(ana.board.card('B'), ana.board.card('Y'), { y: 0.2 })
  await ana.board.expectCards('Em Andamento', ['X', 'B', 'Y'])
  await bia.board.expectCards('Em Andamento', ['X', 'B', 'Y'])
  await ana.board.drag(ana.board.card('C'), ana.board.list('Concluído'), { y: 0.7 })
  await ana.board.expectCards('Concluído', ['C'])
  await expect.poll(() => cardsOf(server.origin, ana.account, boardId, 'Concluído')).toEqual(['C'])
  await ana.page.reload()
  await ana.board.expectCards('A Fazer', ['A'])
})

test('lists are dragged to any place', async ({ team, server }) => {
  const { ana, bia } = await together(team, server.origin, letters)
  const head = (title: string) => ana.page.getByRole('heading', { level: 2, name: title })
  await ana.board.drag(head('A Fazer'), ana.board.list('Concluído'), { x: 0.8, y: 0.1 })
  await ana.board.expectLists(['Em Andamento', 'Concluído', 'A Fazer'])
  await bia.board.expectLists(['Em Andamento', 'Concluído', 'A Fazer'])
  await bia.board.expectCards('A Fazer', ['A', 'B', 'C'])
})

test('cards and lists are moved with the keyboard alone, and it is said', async ({ team, server }) => {
  const { ana, bia } = await together(team, server.origin, letters)
  const { keyboard } = ana.page
  await ana.board.card('A').focus()
  await keyboard.press('ArrowDown')
  await expect(ana.board.card('B')).toBeFocused()
  await keyboard.press('Control+ArrowDown')
  await ana.board.expectCards('A Fazer', ['A', 'C', 'B'])
  await expect(ana.page.getByText('Cartão movido para A Fazer, posição 3 de 3')).toBeVisible()
  await expect(ana.board.card('B')).toBeFocused()
  await keyboard.press('Alt+ArrowRight')
  await ana.board.expectCards('Em Andamento', ['X', 'Y', 'B'])
  await expect(ana.page.getByText('Cartão movido para Em Andamento, posição 3 de 3')).toBeVisible()
  await expect(ana.board.card('B')).toBeFocused()
  await keyboard.press('.')
  await ana.board.expectCards('Concluído', ['B'])
  await expect(ana.board.card('B')).toBeFocused()
  await bia.board.expectCards('Concluído', ['B'])
  await keyboard.press('ArrowUp')
  await expect(ana.page.getByRole('button', { name: 'Concluído', exact: true })).toBeFocused()
  await keyboard.press('Control+ArrowLeft')
  await ana.board.expectLists(['A Fazer', 'Concluído', 'Em Andamento'])
  await expect(ana.page.getByText('Lista Concluído movida para a posição 2 de 3')).toBeVisible()
  await expect(ana.page.getByRole('button', { name: 'Concluído', exact: true })).toBeFocused()
})

test('the keys of Trello work on the card that has the focus', async ({ team, server }) => {
  const { ana } = await together(team, server.origin, letters)
  const { keyboard } = ana.page
  await ana.board.card('A').focus()
  await keyboard.press('e')
  const edit = ana.board.dialog('Edição rápida')
  await edit.getByLabel('Título').fill('A, mudado')
  await edit.getByLabel('Prioridade').selectOption('urgent')
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await expect(edit).toBeHidden()
  await expect(ana.board.card('A, mudado')).toBeFocused()
  await keyboard.press(' ')
  await expect(ana.board.card('A, mudado').getByRole('img', { name: 'Responsável: Ana' })).toBeVisible()
  await keyboard.press('d')
  await expect(edit.getByLabel('Prazo')).toBeFocused()
  await keyboard.press('Escape')
  await keyboard.press('c')
  await ana.board.expectCards('A Fazer', ['B', 'C'])
  await expect(ana.board.card('B')).toBeFocused()
  await keyboard.press('n')
  await keyboard.type('Novo')
  await keyboard.press('Enter')
  await keyboard.press('Escape')
  await ana.board.expectCards('A Fazer', ['B', 'C', 'Novo'])
  await keyboard.press('?')
  await expect(ana.board.dialog('Atalhos de teclado')).toBeVisible()
})

test('what was moved, archived and deleted comes back', async ({ team, server }) => {
  const { ana, bia } = await together(team, server.origin, letters)
  await ana.board.card('A').focus()
  await ana.page.keyboard.press('Control+ArrowRight')
  await bia.board.expectCards('Em Andamento', ['A', 'X', 'Y'])
  await ana.board.undo()
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C'])
  await bia.board.expectCards('A Fazer', ['A', 'B', 'C'])
  await ana.board.card('B').focus()
  await ana.page.keyboard.press('c')
  await bia.board.expectCards('A Fazer', ['A', 'C'])
  await ana.page.keyboard.press('Control+z')
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C'])
  await bia.board.expectCards('A Fazer', ['A', 'B', 'C'])
  await ana.board.openListMenu('A Fazer', 'Excluir lista')
  await ana.board.dialog('Excluir a lista A Fazer?').getByRole('button', { name: 'Excluir lista' }).click()
  await bia.board.expectLists(['Em Andamento', 'Concluído'])
  await ana.board.undo()
  await ana.board.expectLists(['A Fazer', 'Em Andamento', 'Concluído'])
  await bia.board.expectCards('A Fazer', ['A', 'B', 'C'])
})

test('two people move at the same moment and end up with the same board', async ({ team, server }) => {
  const { ana, bia, boardId } = await together(team, server.origin, { 'A Fazer': ['A', 'B', 'C', 'D', 'E'] })
  await ana.board.card('A').focus()
  await bia.board.card('E').focus()
  await Promise.all([
    ana.page.keyboard.press('Control+ArrowRight').then(() => ana.page.keyboard.press('Control+ArrowRight')),
    bia.page.keyboard.press('Control+ArrowUp').then(() => bia.page.keyboard.press('Control+ArrowUp')),
  ])
  // And the same card, to different lists.
  await ana.board.card('C').focus()
  await bia.board.card('C').focus()
  await Promise.all([ana.page.keyboard.press('Control+ArrowRight'), bia.page.keyboard.press('.')])
  const lists = ['A Fazer', 'Em Andamento', 'Concluído']
  const shown = (person: Member) => Promise.all(lists.map((list) => person.board.cardsOf(list).allTextContents()))
  const stored = async () => Promise.all(lists.map((list) => cardsOf(server.origin, ana.account, boardId, list)))
  await expect(async () => {
    const truth = await stored()
    expect(truth.flat().toSorted()).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(await shown(ana)).toEqual(truth)
    expect(await shown(bia)).toEqual(truth)
  }).toPass({ timeout: 8000 })
})

test('whoever is removed is out at once, in the open page too', async ({ team, server }) => {
  const { ana, bia } = await together(team, server.origin, letters)
  await ana.page.getByRole('button', { name: 'Membros' }).click()
  await ana.page.getByRole('button', { name: 'Remover Bia' }).click()
  await ana.board.dialog('Tem certeza que deseja remover este membro do quadro?').getByRole('button', { name: 'Remover' }).click()
  await expect(bia.page.getByRole('heading', { name: 'Você não tem mais acesso a este quadro' })).toBeVisible()
  await expect(bia.board.card('A')).toHaveCount(0)
  await expect(ana.page.getByText('Bia saiu do quadro')).toBeVisible()
})

test('a member who becomes a guest only looks, at once', async ({ team, server }) => {
  const { ana, bia } = await together(team, server.origin, letters)
  await expect(bia.board.newList).toBeVisible()
  await ana.page.getByRole('button', { name: 'Membros' }).click()
  await ana.page.getByLabel('Papel de Bia').selectOption('guest')
  await expect(bia.page.getByText('Você só pode ver este quadro')).toBeVisible()
  await expect(bia.board.newList).toHaveCount(0)
  await expect(bia.page.getByRole('button', { name: /^Adicionar cartão/ })).toHaveCount(0)
  await bia.board.card('A').focus()
  await bia.page.keyboard.press('Control+ArrowDown')
  await bia.board.expectCards('A Fazer', ['A', 'B', 'C'])
})

test('an e-mail without an account gets a link to copy, which can be revoked', async ({ team, server }) => {
  const { ana } = await together(team, server.origin, {})
  await ana.page.getByRole('button', { name: 'Membros' }).click()
  const dialog = ana.board.dialog('Membros do quadro')
  await dialog.getByLabel('Convidar por e-mail').fill('sem-arroba')
  await dialog.getByRole('button', { name: 'Convidar', exact: true }).click()
  await expect(dialog.getByText('Por favor, digite um email valido')).toBeVisible()
  await dialog.getByLabel('Convidar por e-mail').fill('nova@aroeira.com.br')
  await dialog.getByRole('button', { name: 'Convidar', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Copiar link' })).toHaveValue(/\/convite\//)
  await dialog.getByRole('button', { name: 'Cancelar convite de nova@aroeira.com.br' }).click()
  await expect(ana.page.getByText('Convite cancelado')).toBeVisible()
})

test('offline nothing is lost, and back online the board is current', async ({ team, server }) => {
  const { ana, bia } = await together(team, server.origin, letters)
  await bia.page.getByRole('button', { name: 'Adicionar cartão em A Fazer' }).click()
  await bia.goOffline()
  await expect(bia.board.offlineNote).toBeVisible()
  await bia.page.getByRole('textbox', { name: 'Título do cartão' }).fill('Escrito sem rede')
  await bia.page.keyboard.press('Enter')
  await expect(bia.page.getByText('Sem conexão: nada foi mudado. Tente de novo quando ela voltar.')).toBeVisible()
  await expect(bia.page.getByRole('textbox', { name: 'Título do cartão' })).toHaveValue('Escrito sem rede')
  await ana.board.addCards('Concluído', 'Feito enquanto isso')
  await bia.goOnline()
  await expect(bia.board.offlineNote).toBeHidden()
  await bia.board.expectCards('Concluído', ['Feito enquanto isso'])
  await bia.page.getByRole('textbox', { name: 'Título do cartão' }).press('Enter')
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C', 'Escrito sem rede'])
})

test('a refused move goes back, with the reason', async ({ team, server }) => {
  const { ana, bia } = await together(team, server.origin, letters)
  bia.watch.allowNetworkErrors()
  await bia.page.route('**/api/cards/*/move', (route) => route.abort())
  await bia.board.card('A').focus()
  await bia.page.keyboard.press('Control+ArrowRight')
  await expect(bia.page.getByText('Erro ao mover card')).toBeVisible()
  await bia.board.expectCards('A Fazer', ['A', 'B', 'C'])
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C'])
})

test('search and filters hide what does not match, and say how many are left', async ({ team, server }) => {
  const { ana } = await together(team, server.origin, { 'A Fazer': ['Revisão do cartão', 'Pix parcelado'], Concluído: ['Cartão recusado'] })
  await ana.page.keyboard.press('/')
  await expect(ana.board.search).toBeFocused()
  await ana.page.keyboard.type('CARTAO')
  await ana.board.expectCards('A Fazer', ['Revisão do cartão'])
  await ana.board.expectCards('Concluído', ['Cartão recusado'])
  await expect(ana.board.list('A Fazer')).toContainText('1 de 2')
  await ana.page.keyboard.press('Escape')
  await ana.board.expectCards('A Fazer', ['Revisão do cartão', 'Pix parcelado'])
  await ana.page.getByRole('heading', { level: 1 }).click()
  await ana.page.keyboard.press('f')
  await ana.page.getByLabel('Meus cartões').check()
  await ana.board.expectCards('A Fazer', [])
  await expect(ana.page.getByText('Nenhum cartão aqui com esses filtros').first()).toBeVisible()
  await ana.page.getByRole('button', { name: 'Limpar busca e filtros' }).click()
  await ana.board.expectCards('A Fazer', ['Revisão do cartão', 'Pix parcelado'])
})

test('a stranger finds no private board, and one that is gone says so', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { boardId } = await stageBoard(server.origin, ana.account)
  const eva = await team.member('Eva')
  await eva.signIn()
  await eva.page.goto(`/board/${boardId}`)
  await expect(eva.page.getByRole('heading', { name: 'Quadro não encontrado' })).toBeVisible()
  await ana.signIn()
  await ana.board.open(boardId)
  await callAs(server.origin, ana.account, boardsApi.remove, { params: { boardId } })
  await expect(ana.page.getByRole('heading', { name: 'Você não tem mais acesso a este quadro' })).toBeVisible()
})
