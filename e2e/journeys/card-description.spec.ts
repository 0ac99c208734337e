import { cardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { drawing } from '../../scripts/lib/drawing.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuse } from '../harness/refusal.ts'
import { CardPage } from '../pages/card.ts'
import { FilesPart } from '../pages/files.ts'

const picture = { name: 'tela.png', mimeType: 'image/png', buffer: drawing(320, 200, [10, 99, 121], [246, 124, 49]) }
const whole = `Antes do botão, **sempre**.

- [ ] revisar o texto
- [x] combinar com o jurídico

\`\`\`ts
const opcoes = await simular({ valor: 24990, parcelas: [1, 3, 6] })
\`\`\`

| parcelas | juros | total por parcela | observação |
| --- | --- | --- | --- |
| 3 | sem juros | R$ 83,30 | aprovado |

![de fora](https://elsewhere.example/pixel.gif)`

test('a description is written with tools and keys, seen before it is saved, and undone as typing is', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account)
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  await card.editDescription()
  const { keyboard } = ana.page
  await keyboard.type('Mostrar ')
  await keyboard.press('Control+b')
  await keyboard.type('juros')
  await expect(card.descriptionField).toHaveValue('Mostrar **juros**')
  await keyboard.press('End')
  await keyboard.press('Enter')
  await card.description.getByRole('button', { name: 'Lista de tarefas' }).click()
  await keyboard.type('um')
  await keyboard.press('Enter')
  await keyboard.type('dois')
  await expect(card.descriptionField).toHaveValue('Mostrar **juros**\n- [ ] um\n- [ ] dois')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await expect(card.descriptionField, 'an empty item ends the list').toHaveValue('Mostrar **juros**\n- [ ] um\n- [ ] dois\n')
  await card.description.getByRole('button', { name: 'Tabela' }).click()
  await expect(card.descriptionField).toHaveValue(/\| Coluna 1 \| Coluna 2 \|/)
  await keyboard.press('Control+z')
  await expect(card.descriptionField).toHaveValue('Mostrar **juros**\n- [ ] um\n- [ ] dois\n')
  // Tab leaves the field, and the tools are one stop.
  await keyboard.press('Shift+Tab')
  await expect(card.description.getByRole('button', { name: /^Negrito/ })).toBeFocused()
  await keyboard.press('End')
  await expect(card.description.getByRole('toolbar', { name: 'Formatação' }).getByRole('button', { name: 'Imagem' })).toBeFocused()

  await card.description.getByRole('button', { name: 'Ver', exact: true }).click()
  await expect(card.description.getByRole('checkbox', { name: 'um' })).toBeDisabled()
  await card.description.getByRole('button', { name: 'Escrever' }).click()
  await card.saveDescription()
  await card.expectSaved()
  await expect(card.description.locator('strong')).toHaveText('juros')
})

test('tasks are ticked where they stand, also in a text that somebody changed meanwhile', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { description: whole, members: [caio.account] })
  const read = async () => (await callAs(server.origin, ana.account, cardsApi.get, { params: { cardId: stage.cardId } })).description
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  const task = card.description.getByRole('checkbox', { name: 'revisar o texto' })
  await task.focus()
  await ana.page.keyboard.press('Space')
  await card.expectSaved()
  await expect(task).toBeChecked()
  await expect(task, 'the keyboard stays where it was').toBeFocused()
  expect(await read()).toBe(whole.replace('[ ]', '[x]'))

  // Nobody has told this page yet that the text is another one.
  await ana.goOffline()
  const params = { cardId: stage.cardId }
  const changed = `Novo começo\n\n${whole.replace('[ ]', '[x]').replace('Antes', 'Depois')}`
  await callAs(server.origin, caio.account, cardsApi.update, { params, body: { description: changed } })
  await ana.goOnline()
  await task.uncheck()
  await expect.poll(read).toBe(changed.replace('[x] revisar', '[ ] revisar'))
  await expect(card.description).toContainText('Novo começo')
})

test('pictures that are pasted into the text are files of the card, and nothing is loaded from elsewhere', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account, { description: whole })
  await ana.signIn()
  const card = new CardPage(ana.page)
  const files = new FilesPart(card)
  await card.open(stage.path)
  await expect(card.description.getByRole('link', { name: 'de fora' })).toHaveAttribute('href', 'https://elsewhere.example/pixel.gif')
  await expect(card.description.locator('img')).toHaveCount(0)

  await card.writeDescription('A tela nova:\n\n')
  await card.descriptionField.press('Control+End')
  await files.pastePicture(picture)
  await expect(card.descriptionField).toHaveValue(/^A tela nova:\n\n!\[Imagem colada .*\]\(file:\d+\)/)
  await card.saveDescription()
  await card.expectSaved()
  const shown = card.description.locator('img')
  await expect.poll(() => shown.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBeGreaterThan(0)

  await files.part.getByRole('button', { name: /^Ações de Imagem colada/ }).click()
  await ana.page.getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect(card.description.getByText(/^Imagem excluída: Imagem colada/)).toBeVisible()
  await ana.page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(shown).toBeVisible()
})

test('a picture that cannot be sent leaves the text as it was, and says why', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account)
  await ana.signIn()
  const card = new CardPage(ana.page)
  const files = new FilesPart(card)
  await card.open(stage.path)
  ana.watch.allowNetworkErrors()
  await refuse(ana.page, 'POST', /^\/api\/cards\/\d+\/files/)
  await card.writeDescription('Antes')
  await files.pastePicture(picture)
  await expect(ana.page.getByText(/não foi enviado/)).toBeVisible()
  await expect(card.descriptionField).toHaveValue(/^Antes\s*$/)
  await expect(card.description.getByRole('button', { name: 'Salvar' })).toBeEnabled()
})

test('a picture becomes the cover of its card, for everybody at once, and goes with its file', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { members: [caio.account] })
  await caio.signIn()
  await caio.board.open(stage.boardId)
  await ana.signIn()
  const card = new CardPage(ana.page)
  const files = new FilesPart(card)
  await card.open(stage.path)
  await files.pick(picture)
  await files.part.getByRole('button', { name: 'tela.png, ver na galeria' }).click()
  await ana.page.getByRole('button', { name: 'Usar como capa' }).click()
  await expect(ana.page.getByRole('button', { name: 'Tirar da capa' })).toBeVisible()
  const cover = caio.page.locator(`[data-kanban-item="${stage.cardId}"] img`)
  await expect.poll(() => cover.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBeGreaterThan(0)
  await ana.page.keyboard.press('Escape')
  await files.remove('tela.png')
  await expect(cover).toBeHidden()
})

test('what was being written is there again after the tab was closed', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account, { description: 'antes' })
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  await card.writeDescription('meio caminho')
  await card.commentField.fill('Um comentário')
  const other = await ana.tab()
  await ana.page.close({ runBeforeUnload: false })
  const params = { cardId: stage.cardId }
  await callAs(server.origin, ana.account, cardsApi.update, { params, body: { description: 'mudou' } })
  const again = new CardPage(other.page)
  await again.open(stage.path)
  await expect(again.commentField).toHaveValue('Um comentário')
  await expect(again.description).toContainText('O texto mudou depois dele.')
  await again.description.getByRole('button', { name: 'Continuar' }).click()
  await expect(again.descriptionField).toHaveValue('meio caminho')
})

test('a whole description and its tools can be used by everybody', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const stage = await stageCard(server.origin, ana.account, { description: whole })
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  await expect(card.description.getByRole('checkbox')).toHaveCount(2)
  await expectGoodOnBoth(ana.page, 'the card')
  await card.editDescription()
  await expectGoodOnBoth(ana.page, 'the card')
})
