import { drawing } from '../../scripts/lib/drawing.ts'
import { expectGoodOnBoth, opened } from '../harness/axe.ts'
import { connectGithub, expect, openIntegrations, test } from '../harness/integration-stage.ts'
import { CardPage } from '../pages/card.ts'
import { FilesPart, textFile } from '../pages/files.ts'
import { PalettePage } from '../pages/palette.ts'
import { RelationsPart } from '../pages/relations.ts'

const work = Array.from({ length: 26 }, (_, index) => `Tarefa ${String(index + 1).padStart(2, '0')}`)
const pix = 'Pix parcelado'
const juros = 'Calcular os juros'
const backup = 'Backup do mês'
const recibo = 'Recibo por e-mail'

test('a team makes a board from a template and works a day with it, until a branch closes a card', async ({ team, server, services }) => {
  test.setTimeout(300_000)
  const { github } = services
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  await ana.signIn()
  await bia.signIn()
  const { page, board } = ana
  const card = new CardPage(page)

  await test.step('Ana makes the board from a template, and Bia is on it', async () => {
    await page.goto(`${server.origin}/trello`)
    await page.getByRole('link', { name: 'Criar Quadro' }).click()
    const create = board.dialog('Criar Quadro')
    await create.getByLabel('Título').fill('Pagamentos')
    await create.getByLabel('A partir de um modelo').selectOption('Kanban de desenvolvimento')
    await create.getByRole('button', { name: 'Criar Quadro' }).click()
    await board.expectLists(['Backlog', 'A Fazer', 'Em Andamento', 'Em Revisão', 'Concluído'])
    await board.openMenu('Membros')
    const members = board.dialog(/Membros/)
    await members.getByRole('textbox', { name: /mail/i }).fill(bia.account.email)
    await members.getByRole('button', { name: /Convidar/ }).click()
    await expect(members.getByText('Bia', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  const boardId = Number(new URL(page.url()).pathname.split('/').at(-1))
  await bia.board.open(boardId)

  await test.step('thirty cards, which the other sees come', async () => {
    await board.addCards('A Fazer', pix, juros, backup, recibo, ...work)
    await expect(bia.board.list('A Fazer')).toContainText('30')
  })

  await test.step('the board has a field, and a limit that holds', async () => {
    await board.openMenu('Campos')
    const fields = board.dialog('Campos do quadro')
    await fields.getByRole('button', { name: 'Novo campo' }).click()
    await fields.getByLabel('Nome do campo').fill('Valor')
    await fields.getByLabel('Tipo').selectOption('Número')
    await fields.getByRole('button', { name: 'Criar campo' }).click()
    await expect(fields.getByRole('listitem').filter({ hasText: 'Valor' })).toBeVisible()
    await page.keyboard.press('Escape')
    await board.openListMenu('Em Andamento', 'Limite de cartões…')
    const limit = board.dialog('Limite de Em Andamento')
    await limit.getByRole('textbox', { name: 'Máximo de cartões ao mesmo tempo' }).fill('2')
    await limit.getByRole('switch', { name: 'Não aceitar mais que isso' }).check()
    await limit.getByRole('button', { name: 'Salvar' }).click()
    await expect(limit).toBeHidden()
  })

  const key = await test.step('one card gets what it needs: a value, files, a relation', async () => {
    await board.card(pix).click()
    await card.fact('Valor').getByRole('textbox').fill('1500')
    await card.fact('Valor').getByRole('textbox').press('Enter')
    await card.expectSaved()
    const files = new FilesPart(card)
    await files.pick(
      { name: 'tela.png', mimeType: 'image/png', buffer: drawing(320, 200, [10, 99, 121], [246, 124, 49]) },
      textFile('ata-do-pix.txt', 'O que ficou combinado'),
    )
    await expect(files.part.getByRole('link', { name: 'ata-do-pix.txt, abre em outra aba' })).toBeVisible()
    await new RelationsPart(card).relate('é bloqueado por', juros, juros)
    const title = (await card.window.getAttribute('aria-label')) ?? ''
    const shown = await card.window.getByRole('button', { name: /^Copiar o link de / }).textContent()
    await expectGoodOnBoth(page, 'a card with a value, files and relations', opened)
    await card.closeButton.click()
    await expect(bia.board.card(pix)).toContainText('1.500')
    await expect(bia.board.card(pix)).toContainText('Bloqueado')
    return (shown ?? title).trim()
  })
  expect(key).toMatch(/^[A-Z]{2,5}-\d+$/)

  await test.step('one comes again each time it is done', async () => {
    await board.card(backup).click()
    await card.menuButton.click()
    await page.getByRole('menuitem', { name: 'Repetir…' }).click()
    await page.getByRole('button', { name: 'Depois de concluído' }).click()
    await page.keyboard.press('Escape')
    await expect(card.fact('Repete')).toContainText('Depois de concluído')
    await card.closeButton.click()
    await expect(bia.board.card(backup)).toContainText('Repete')
  })

  await test.step('the work of the morning is given out at once, and the limit holds for many too', async () => {
    const bar = page.getByRole('region', { name: 'Ações para os escolhidos' })
    await board.card(work[0] ?? '').focus()
    await page.keyboard.press('x')
    for (let more = 1; more < 4; more++) await page.keyboard.press('Shift+ArrowDown')
    await expect(bar).toContainText('4 escolhidos')
    await bar.getByRole('button', { name: 'Pessoa' }).click()
    await page.getByRole('menuitem', { name: 'Bia' }).click()
    await expect(board.toast).toContainText('4 cartões agora são de Bia')
    await expect(bia.board.card('Tarefa 04').getByRole('img', { name: /Bia/ })).toBeVisible()

    for (const title of work.slice(0, 3)) await board.card(title).click({ modifiers: ['ControlOrMeta'] })
    await bar.getByRole('button', { name: 'Mover' }).click()
    await page.getByRole('menuitem', { name: 'Em Andamento' }).click()
    await expect(board.toast).toContainText('Esta lista chegou ao limite de cartões.')
    await expect(board.cardsOf('Em Andamento')).toHaveCount(0)
    await board.card(work[2] ?? '').click({ modifiers: ['ControlOrMeta'] })
    await bar.getByRole('button', { name: 'Mover' }).click()
    await page.getByRole('menuitem', { name: 'Em Andamento' }).click()
    await board.expectCards('Em Andamento', ['Tarefa 01', 'Tarefa 02'])
    await expect(bia.board.list('Em Andamento')).toContainText('2/2')
  })

  await test.step('the board with all of this can be used by everybody, at a desk and on a phone of 360 px', async () => {
    await expect(bia.board.card(pix)).toContainText('Bloqueado')
    await expectGoodOnBoth(bia.page, 'the board of the day')
  })

  await test.step('Bia works: what blocks is done, what repeats is done and comes again', async () => {
    const hers = new CardPage(bia.page)
    await bia.board.card(juros).click()
    await hers.moveTo('Concluído')
    await hers.closeButton.click()
    await board.expectCards('Concluído', [juros])
    await expect(board.card(pix)).not.toContainText('Bloqueado')
    await bia.board.card(backup).click()
    await hers.moveTo('Concluído')
    await hers.closeButton.click()
    await board.expectCards('Concluído', [backup, juros])
    await expect(board.cardsOf('A Fazer').first()).toHaveText(backup)
  })

  await test.step('Bia finds the file by the key of its card', async () => {
    const palette = new PalettePage(bia.page)
    await palette.open()
    await bia.page.keyboard.type(key)
    await expect(palette.options.first()).toContainText(pix)
    await bia.page.keyboard.press('Enter')
    const files = new FilesPart(new CardPage(bia.page))
    const tab = bia.page.waitForEvent('popup')
    await files.part.getByRole('link', { name: 'ata-do-pix.txt, abre em outra aba' }).click()
    await expect((await tab).locator('body')).toHaveText('O que ficou combinado')
    await (await tab).close()
    await new CardPage(bia.page).closeButton.click()
  })

  await test.step('a branch with the key concludes the card when it is merged', async () => {
    await connectGithub(ana, github)
    await board.open(boardId)
    await openIntegrations(page)
    const hook = page.getByRole('region', { name: 'Webhook do GitHub' })
    await hook.getByRole('button', { name: 'Criar webhook' }).click()
    const secret = await hook.getByRole('textbox', { name: 'Secret' }).inputValue()
    const url = await hook.getByRole('textbox', { name: 'Payload URL' }).inputValue()
    await page.keyboard.press('Escape')
    const ref = `feature/${key.toLowerCase()}-pix-parcelado`
    const { number } = github.addIssue('time/app', {
      title: 'Parcelas do Pix',
      author_association: 'MEMBER',
      pull: { draft: false, merged: false, head: { ref } },
    })
    expect((await github.deliver({ url, secret }, 'time/app', number, { action: 'opened' })).status).toBe(200)
    await expect(bia.board.card(pix).getByText('GitHub: em aberto')).toBeAttached()
    github.merge('time/app', number)
    expect((await github.deliver({ url, secret }, 'time/app', number)).status).toBe(200)
    await expect(bia.board.list('Concluído').getByRole('heading', { level: 3, name: pix, exact: true })).toBeVisible()
    await expect(bia.board.card(pix).getByText('GitHub: incorporado')).toBeAttached()
  })

  await test.step('the day is cleared away at once, and back at once', async () => {
    const bar = page.getByRole('region', { name: 'Ações para os escolhidos' })
    const done = [juros, backup, pix]
    await expect(board.cardsOf('Concluído')).toHaveCount(done.length)
    for (const title of done)
      await board
        .list('Concluído')
        .getByRole('link')
        .filter({ hasText: title })
        .click({ modifiers: ['ControlOrMeta'] })
    await bar.getByRole('button', { name: 'Arquivar' }).click()
    await board.expectCards('Concluído', [])
    await expect(bia.board.cardsOf('Concluído')).toHaveCount(0)
    await board.undo()
    await expect(bia.board.cardsOf('Concluído')).toHaveCount(done.length)
  })
})
