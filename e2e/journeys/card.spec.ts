import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { participantsApi } from '@rodada/contract/cards/participants'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, opened } from '../harness/axe.ts'
import { fillCard, inDays, readBoard, stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuse } from '../harness/refusal.ts'
import { CardPage } from '../pages/card.ts'
import { fillDate } from '../pages/date-field.ts'
import { NotificationsPage } from '../pages/notifications.ts'

test('everything of a card is edited in its window, saves itself and is there after a reload', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { members: [caio.account] })
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)

  await card.title.fill('Pix parcelado com simulação')
  await card.title.press('Enter')
  await card.expectSaved()
  await card.writeDescription('Mostrar **juros** e total.')
  await card.saveDescription()
  await expect(card.description.locator('strong')).toHaveText('juros')

  await card.chooseAssignee('Caio')
  await expect(card.fact('Responsável')).toContainText('Caio')
  await card.window.getByRole('button', { name: 'Ficar com este cartão' }).click()
  await expect(card.fact('Responsável')).toContainText('Ana (você)')

  await card.toggleParticipant('Caio')
  await expect(card.fact('Participantes').getByRole('img', { name: 'Participantes: Caio' })).toBeVisible()

  await fillDate(card.due, inDays(-2))
  await expect(card.fact('Prazo')).toContainText('Atrasado há 2 dias')
  await fillDate(card.due, inDays(0))
  await expect(card.fact('Prazo')).toContainText('Vence hoje')
  await card.fact('Prazo').getByRole('button', { name: 'Incluir início' }).click()
  const start = card.fact('Início').getByRole('textbox', { name: 'Início' })
  await expect(start).toBeFocused()
  await fillDate(start, inDays(-3))
  await card.expectSaved()

  // Only what stands out is marked on the card: neither the medium that every card begins with, nor none.
  const face = ana.board.card('Pix parcelado com simulação')
  const mark = face.getByRole('img', { name: /prioridade/i, includeHidden: true })
  await expect(card.fact('Prioridade')).toContainText('Média')
  await expect(mark).toHaveCount(0)
  await card.choosePriority('Sem prioridade')
  await expect(card.fact('Prioridade')).toContainText('Sem prioridade')
  await card.expectSaved()
  await expect(mark).toHaveCount(0)
  await card.choosePriority('Urgente')
  await expect(card.fact('Prioridade')).toContainText('Urgente')
  await expect(mark).toHaveCount(1)
  await card.estimate.fill('1.001')
  await expect(card.fact('Estimativa')).toContainText('A estimativa vai de 0 a 1.000')
  await card.estimate.fill('2,5')
  await card.estimate.press('Enter')
  await card.expectSaved()

  await card.openLabels()
  await ana.page.getByRole('combobox', { name: 'Buscar ou criar etiqueta' }).fill('Front-end')
  await ana.page.getByRole('option', { name: 'Criar “Front-end”' }).click()
  await expect(card.window.getByRole('list', { name: 'Etiquetas' })).toContainText('Front-end')
  await ana.page.keyboard.press('Escape')

  await card.addChecklist('Critérios de aceite')
  await card.addItems('Sem rolar a tela', 'Com leitor de tela', 'Igual ao extrato')
  await ana.page.keyboard.press('Escape')
  await expect(card.items).toHaveCount(3)
  await card.item('Com leitor de tela').check()
  await expect(card.section('Critérios de aceite')).toContainText('1 de 3')
  await card.expectSaved()

  await card.comment('Vai na **próxima**.')
  await expect(card.comments.first()).toContainText('Vai na próxima.')
  await card.moveTo('Em Andamento')
  await expect(card.fact('Lista')).toContainText('Em Andamento')
  await card.expectSaved()

  await card.open(stage.path)
  await expect(card.title).toHaveValue('Pix parcelado com simulação')
  await expect(card.estimate).toHaveValue('2,5')
  await expect(card.fact('Prazo')).toContainText('Vence hoje')
  await expect(card.fact('Prioridade')).toContainText('Urgente')
  await expect(card.item('Com leitor de tela')).toBeChecked()
  await expect(card.comments).toHaveCount(1)
  await card.showActivity()
  const activity = card.section('Atividade')
  for (const sentence of [
    'Ana moveu de A Fazer para Em Andamento',
    'Ana concluiu “Com leitor de tela”',
    'Ana mudou a prioridade',
    'Ana pôs a etiqueta Front-end',
    'Ana mudou a estimativa',
    'Ana passou o cartão para Caio',
    'Ana incluiu Caio no cartão',
    'Ana ficou com o cartão',
    'Ana mudou a descrição',
    'Ana criou este cartão em A Fazer',
  ])
    await expect(activity).toContainText(sentence)

  await expect(card.fact('Participantes').getByRole('img', { name: 'Participantes: Caio' })).toBeVisible()

  const board = await readBoard(server.origin, ana.account, stage.boardId)
  const [summary] = board.lists[1]?.cards ?? []
  expect(summary).toMatchObject({ title: 'Pix parcelado com simulação', estimate: 2.5, checklist_total: 3, checklist_done: 1 })
  expect(summary?.participant_ids).toEqual([caio.account.user.id])
  await card.closeButton.click()
  // Ana answers for it now, and Caio stands behind her.
  for (const name of ['Responsável: Ana', 'Participantes: Caio']) await expect(face.getByRole('img', { name })).toBeVisible()
})

test('who reads a card or a board may follow it, and hears what others do there', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { guests: [caio.account] })
  await caio.signIn()
  const { page } = caio
  const card = new CardPage(page)
  await card.open(stage.path)
  await card.window.getByRole('button', { name: 'Acompanhar', exact: true }).click()
  const watching = card.window.getByRole('button', { name: /^Acompanhando/ })
  await expect(watching).toContainText('1 pessoa acompanha')
  await card.open(stage.path)
  await expect(watching).toHaveAttribute('aria-pressed', 'true')

  const params = { cardId: stage.cardId }
  await callAs(server.origin, ana.account, cardsApi.update, { params, body: { due_date: inDays(3) } })
  await callAs(server.origin, ana.account, commentsApi.add, { params, body: { content: 'Só o texto' } })
  await card.closeButton.click()
  const news = new NotificationsPage(page)
  await news.open()
  for (const text of ['Ana mudou o prazo de', 'Ana comentou em']) await expect(news.row(text)).toBeVisible()

  await card.open(stage.path)
  await watching.click()
  await expect(card.window.getByRole('button', { name: 'Acompanhar', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await card.closeButton.click()
  const menu = page.getByRole('button', { name: 'Menu do quadro' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Acompanhar o quadro' }).click()
  await expect(page.getByText('Você recebe o que muda nos cartões deste quadro')).toBeVisible()
  await page.reload()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Deixar de acompanhar' }).click()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Acompanhar o quadro' })).toBeVisible()
})

test('people are called by name in comments, descriptions and items, with the keys alone', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio Prado')
  const bia = await team.member('Bia')
  const stage = await stageCard(server.origin, ana.account, { members: [caio.account, bia.account] })
  const params = { cardId: stage.cardId, userId: caio.account.user.id }
  await callAs(server.origin, ana.account, participantsApi.add, { params })
  await ana.signIn()
  const { page } = ana
  const card = new CardPage(page)
  await card.open(stage.path)
  const picker = page.getByRole('listbox', { name: 'Quem você quer chamar' })

  const comment = card.window.getByRole('textbox', { name: 'Escreva um comentário' })
  await comment.pressSequentially('Confere, @')
  // Who takes part stands first, and one does not call oneself.
  await expect(picker.getByRole('option')).toHaveText([/Caio Prado.*participa/, /Bia.*membro do quadro/])
  await expectAccessible(page, 'picker', opened)
  await comment.press('ArrowDown')
  await comment.press('Enter')
  await expect(comment).toHaveValue('Confere, @Bia ')
  await expect(picker).toBeHidden()
  await comment.pressSequentially('e @c')
  await comment.press('Escape')
  await expect(picker).toBeHidden()
  await comment.press('Control+Enter')

  await card.writeDescription('Com ')
  const description = card.window.getByRole('textbox', { name: 'Descrição do cartão' })
  await description.press('End')
  await description.pressSequentially('@prado')
  await picker.getByRole('option', { name: 'Caio Prado' }).click()
  await expect(description).toHaveValue('Com @Caio Prado ')
  await card.saveDescription()

  await card.addChecklist('Aceite')
  const item = card.window.getByRole('textbox', { name: 'Novo item' })
  await item.pressSequentially('@b')
  await item.press('Tab')
  await item.pressSequentially('testa')
  await item.press('Enter')
  await expect(card.item('@Bia testa')).toBeVisible()
  await card.expectSaved()

  await bia.signIn()
  await bia.page.goto('/dashboard')
  await new NotificationsPage(bia.page).open()
  await expect(new NotificationsPage(bia.page).row('Ana mencionou você em')).toBeVisible()
})

test('Markdown of an attacker is harmless: nothing runs, loads or leaves', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const attack = [
    '<script>window.hit=1</script><img src=x onerror="window.hit=1"><svg onload="window.hit=1">',
    '[a](javascript:window.hit=1) [b](data:text/html,x) ![c](https://elsewhere.example/p.gif)',
    '<iframe srcdoc="<script>parent.hit=1</script>"></iframe><style>body{display:none}</style>',
    '<a href="https://elsewhere.example" onclick="window.hit=1">d</a> [certo](https://aroeira.com.br)',
    '<form action="https://elsewhere.example"><button autofocus onfocus="window.hit=1">e</button></form>',
  ].join('\n\n')
  const stage = await stageCard(server.origin, ana.account, { title: '<img src=x onerror="window.hit=1">', description: attack })
  await callAs(server.origin, ana.account, commentsApi.add, { params: { cardId: stage.cardId }, body: { content: attack } })
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  await expect(card.title).toHaveValue('<img src=x onerror="window.hit=1">')
  const link = card.description.getByRole('link', { name: 'certo' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(card.description.getByRole('link', { name: 'c', exact: true })).toHaveAttribute('href', 'https://elsewhere.example/p.gif')
  await expect(card.description.getByText('<script>window.hit=1</script>', { exact: false })).toBeVisible()
  for (const name of ['Descrição', 'Comentários'])
    for (const tag of [
      'script',
      'img',
      'iframe',
      'style',
      'form button[autofocus]',
      '[onclick]',
      '[onerror]',
      '[onfocus]',
      'a:not([href^="http"])',
    ])
      await expect(card.section(name).locator(tag), `${name}: ${tag}`).toHaveCount(0)
  await card.editDescription()
  await card.window.getByRole('button', { name: 'Ver', exact: true }).click()
  expect(await ana.page.evaluate(() => 'hit' in window)).toBe(false)
})

test('guests only read', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, caio.account, { description: 'Um **texto**', guests: [ana.account] })
  await fillCard(server.origin, stage, caio.account, caio.account)
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  await expect(card.window.getByText('Só leitura')).toBeVisible()
  await expect(card.heading).toHaveText('Pix parcelado')
  await expect(card.comments).toHaveCount(2)
  await expect(card.window.getByRole('textbox')).toHaveCount(0)
  await expect(card.window.getByRole('button', { name: /Editar|Excluir|Arquivar|Adicionar|Escolher|Comentar|Ações|Mover/ })).toHaveCount(0)
  await card.item('Arredondamento igual ao do extrato').click({ force: true })
  await expect(card.item('Arredondamento igual ao do extrato')).not.toBeChecked()
  await card.menuButton.click()
  await expect(ana.page.getByRole('menuitem')).toHaveText(['Copiar link', 'Copiar chave'])
  await ana.page.keyboard.press('Escape')
  await expect(card.menuButton).toBeFocused()
  await ana.page.keyboard.press('c')
  await ana.page.keyboard.press('Escape')
  await expect(ana.page).toHaveURL(`/board/${stage.boardId}`)
  const board = await readBoard(server.origin, caio.account, stage.boardId)
  expect(board.lists.flatMap(({ cards }) => cards)).toHaveLength(1)
})

test('keys: shortcuts, Escape step by step, and the focus back on the card', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account)
  await ana.signIn()
  await ana.page.goto(`/board/${stage.boardId}`)
  const link = ana.page.getByRole('link', { name: /Pix parcelado/ })
  await link.focus()
  await link.press('Enter')
  const card = new CardPage(ana.page)
  await expect(card.title).toBeVisible()
  await expect(card.window.locator(':focus'), 'the focus is inside').toBeAttached()
  await ana.page.keyboard.press('l')
  const labels = ana.page.getByRole('combobox', { name: 'Buscar ou criar etiqueta' })
  // The popover takes the focus a moment after it is drawn; until then Escape belongs to the window.
  await expect(labels).toBeFocused()
  await labels.fill('Urgente')
  await ana.page.keyboard.press('Enter')
  await expect(ana.page.getByRole('option', { name: 'Urgente' })).toHaveAttribute('aria-selected', 'true')
  await ana.page.keyboard.press('Escape')
  await expect(labels).toBeHidden()
  await expect(card.title, 'Escape closed only the popover').toBeVisible()
  // Before the focus is put elsewhere: it goes back a moment later.
  await expect(card.window.getByRole('button', { name: 'Escolher etiquetas' })).toBeFocused()
  await card.heading.evaluate((heading) => heading.closest<HTMLElement>('[role="dialog"]')?.focus())
  await ana.page.keyboard.press('d')
  await expect(card.due).toBeFocused()
  await card.window.evaluate((element) => element.focus())
  await ana.page.keyboard.press(' ')
  await expect(card.fact('Responsável')).toContainText('Ana (você)')

  await card.commentField.fill('Rascunho')
  await ana.page.keyboard.press('Escape')
  await expect(ana.page.getByRole('dialog', { name: 'Há texto que você ainda não enviou' })).toBeVisible()
  await ana.page.getByRole('button', { name: 'Voltar ao texto' }).click()
  await ana.page.reload()
  await expect(card.commentField, 'a draft survives a reload').toHaveValue('Rascunho')
  await card.writeDescription('Meia descrição')
  await ana.page.reload()
  await expect(card.window.getByText(/^Rascunho não salvo/)).toBeVisible()
  await card.window.getByRole('button', { name: 'Continuar' }).click()
  await expect(card.descriptionField).toHaveValue('Meia descrição')
  await card.closeButton.click()
  await ana.page.getByRole('button', { name: 'Descartar' }).last().click()
  await expect(card.title).toBeHidden()
  await expect(link, 'the focus is on the card again').toBeFocused()
  await link.press('Enter')
  await expect(card.commentField).toHaveValue('')
  await expect(card.window.getByText('Adicionar uma descrição')).toBeVisible()
  await card.window.evaluate((element) => element.focus())
  await ana.page.keyboard.press('c')
  await expect(card.title).toBeHidden()
  await expect(link).toBeHidden()
  await ana.page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(link).toBeVisible()
})

test('a refused change rolls back with the catalogue’s text, and what was typed is kept', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account, { description: 'antes' })
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  ana.watch.allowNetworkErrors()
  const calls = /^\/api\/cards\//
  await refuse(ana.page, 'PUT', calls)
  await card.choosePriority('Urgente')
  await expect(ana.page.getByText(/^Erro ao atualizar card/)).toBeVisible()
  await expect(card.fact('Prioridade')).toContainText('Média')
  await expect(card.window.getByText('Não foi salvo')).toBeVisible()
  await card.writeDescription('um texto longo')
  await card.saveDescription()
  await expect(card.window.getByText(/^Rascunho não salvo/)).toBeVisible()
  await card.window.getByRole('button', { name: 'Continuar' }).click()
  await expect(card.descriptionField).toHaveValue('um texto longo')
  await card.moveTo('Em Andamento')
  await expect(ana.page.getByText(/^Erro ao mover card/)).toBeVisible()
  await expect(card.fact('Lista')).toContainText('A Fazer')
  await refuse(ana.page, 'POST', calls)
  await card.commentField.fill('Olá')
  const refused = ana.page.waitForResponse((response) => response.request().method() === 'POST' && !response.ok())
  await card.commentField.press('Control+Enter')
  await refused
  await expect(card.comments).toHaveCount(0)
  await expect(card.commentField).toHaveValue('Olá')
  await ana.page.unrouteAll()
  await card.saveDescription()
  await expect(card.description).toContainText('um texto longo')
})
