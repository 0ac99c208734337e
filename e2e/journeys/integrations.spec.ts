import { expectGoodOnBoth } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { connectGithub, expect, openIntegrations, test } from '../harness/integration-stage.ts'
import { CardPage } from '../pages/card.ts'

test('GitHub is connected, a card follows its pull request to the end, and GitHub is disconnected', async ({ team, server, services }) => {
  const { github, slack } = services
  const { number } = github.addIssue('time/app', { title: 'Soma o frete', pull: { draft: false, merged: false } })
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': ['Calcular frete'] }, members: [bia.account] })
  await ana.signIn()
  await bia.signIn()
  const { page } = ana

  // The way through GitHub leaves nothing behind that somebody could use.
  // It says so for five seconds only.
  await Promise.all([expect(page.getByText('GitHub conectado com sucesso!')).toBeVisible(), connectGithub(ana, github)])
  await expect(page).toHaveURL(/\/settings\?aba=integracoes$/)
  const kept = await ana.stored()
  expect(JSON.parse(kept.github_integration ?? '')).toMatchObject({ connected: true, username: 'ana-dev' })
  for (const token of github.tokens.keys()) expect(JSON.stringify(kept)).not.toContain(token)

  // A card gets its pull request and a document.
  await ana.board.open(boardId)
  await ana.board.card('Calcular frete').click()
  const card = new CardPage(page)
  const links = card.section('Links e GitHub')
  const add = async (text: string) => {
    await card.addLink()
    await links.getByRole('textbox', { name: 'Link, issue ou pull request' }).fill(text)
    await links.getByRole('button', { name: 'Adicionar' }).click()
  }
  await add(`time/app#${number}`)
  await expect(links.getByRole('link', { name: /Soma o frete/ })).toHaveAttribute('href', `${github.url}/time/app/pull/${number}`)
  await expect(links.getByText('Aberto', { exact: true })).toBeVisible()
  await add('https://docs.google.com/spreadsheets/d/1abc/edit')
  await expect(links.getByRole('link', { name: /^Planilha/ })).toBeVisible()
  await links.getByRole('button', { name: 'Mudar o título de Planilha' }).click()
  await links.getByRole('textbox', { name: 'Título do anexo' }).fill('Tabela de fretes')
  await links.getByRole('button', { name: 'Salvar' }).click()
  await expect(links.getByRole('link', { name: /^Tabela de fretes/ })).toBeVisible()
  await card.closeButton.click()
  await expect(ana.board.card('Calcular frete').getByText('GitHub: em aberto')).toBeAttached()

  // The board tells Slack, and listens to GitHub.
  await openIntegrations(page)
  const slackPart = page.getByRole('region', { name: 'Avisos no Slack' })
  await slackPart.getByRole('textbox').fill(slack.url)
  await slackPart.getByRole('button', { name: 'Salvar endereço' }).click()
  await expect(slackPart.getByText('…1234')).toBeVisible()
  await slackPart.getByRole('button', { name: 'Enviar uma mensagem de teste' }).click()
  await expect.poll(() => slack.messages).toContain('Mensagem de teste da Rodada: *Checkout e pagamentos* já pode avisar por aqui.')
  const hook = page.getByRole('region', { name: 'Webhook do GitHub' })
  await hook.getByRole('button', { name: 'Criar webhook' }).click()
  const secret = await hook.getByRole('textbox', { name: 'Secret' }).inputValue()
  const url = await hook.getByRole('textbox', { name: 'Payload URL' }).inputValue()
  await page.keyboard.press('Escape')

  // Merged on GitHub: the card moves on every screen that shows the board.
  await bia.board.open(boardId)
  await bia.board.expectCards('A Fazer', ['Calcular frete'])
  github.merge('time/app', number)
  expect((await github.deliver({ url, secret }, 'time/app', number)).status).toBe(200)
  await bia.board.expectCards('Concluído', ['Calcular frete'])
  await expect(bia.board.card('Calcular frete').getByText('GitHub: incorporado')).toBeAttached()
  await expect.poll(() => slack.messages).toContain('Cartão concluído: *Calcular frete* em Checkout e pagamentos')

  await page.goto('/settings?aba=integracoes')
  await page.getByRole('button', { name: 'Desconectar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desconectar' }).click()
  await expect(page.getByRole('button', { name: 'Conectar GitHub' })).toBeVisible()
  expect((await ana.stored()).github_integration).toBeUndefined()
  await expect.poll(() => github.tokens.size).toBe(0)
  await bia.board.card('Calcular frete').click()
  await expect(new CardPage(bia.page).section('Links e GitHub').getByText(/^Ana desconectou o GitHub/)).toBeVisible()
})

test('issues of a repository become cards while the dialog counts them', async ({ team, server, services: { github } }) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  github.hold = ({ searchParams }) => (searchParams.get('page') === '2' ? held : undefined)
  for (let number = 1; number <= 60; number++) github.addIssue('time/pendencias', { title: `Pendência ${number}` })
  const ana = await team.member('Ana')
  const { boardId } = await stageBoard(server.origin, ana.account)
  await ana.signIn()
  await connectGithub(ana, github)
  await ana.board.open(boardId)
  await openIntegrations(ana.page)
  const part = ana.page.getByRole('region', { name: 'Trazer issues do GitHub' })
  await part.getByRole('textbox', { name: 'Repositório' }).fill('time/pendencias')
  await part.getByRole('combobox', { name: 'Lista' }).selectOption('Em Andamento')
  await part.getByRole('button', { name: 'Importar' }).click()
  const bar = part.getByRole('progressbar', { name: 'Importando time/pendencias' })
  await expect(bar, 'the first of two pages is here, the second on its way').toHaveAttribute('aria-valuenow', '50')
  await expect(part.getByText('50 cartões criados')).toBeVisible()
  release()
  await expect(part.getByText('Importação de time/pendencias concluída')).toBeVisible()
  await expect(bar).toBeHidden()
  github.hold = undefined
  await expect(part.getByText('60 cartões criados')).toBeVisible()
  await part.getByRole('textbox', { name: 'Repositório' }).fill('time/nenhum')
  await part.getByRole('button', { name: 'Importar' }).click()
  await expect(part.getByRole('alert')).toContainText('Não encontramos isso no GitHub')
  await ana.page.keyboard.press('Escape')
  await expect(ana.board.card('Pendência 1')).toBeVisible()
})

test('somebody who says no, or an address that somebody made up, connects nobody', async ({ team, services: { github } }) => {
  const ana = await team.member('Ana')
  await ana.signIn()
  ana.watch.allowVisit(github.url)
  github.person = null
  await ana.page.goto('/settings?aba=integracoes')
  await ana.page.getByRole('button', { name: 'Conectar GitHub' }).click()
  await expect(ana.page.getByRole('alert').getByText('Erro ao conectar com GitHub: a autorização foi recusada')).toBeVisible()
  github.person = 'ana-dev'
  const made = JSON.stringify({ access_token: 'gho_falso', login: 'mallory', avatar_url: '' })
  for (const data of [made, '{']) {
    await ana.page.goto(`/settings?success=true&github_data=${encodeURIComponent(data)}`)
    await expect(ana.page.getByRole('alert').getByText('Erro ao processar dados do GitHub')).toBeVisible()
    expect(JSON.stringify(await ana.stored())).not.toMatch(/gho_falso|mallory/)
  }
})

test('integrations are accessible and fit', async ({ team, server, services }) => {
  const { github, slack } = services
  const issue = github.addIssue('time/app', { title: 'O frete não soma no carrinho com cupom' })
  const ana = await team.member('Ana', { device: 'phone' })
  const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': ['Calcular frete'] } })
  const { page } = ana
  await ana.signIn()
  await page.goto('/settings?aba=integracoes')
  await expect(page.getByRole('button', { name: 'Conectar GitHub' })).toBeVisible()
  await expectGoodOnBoth(page, 'settings-before')
  await connectGithub(ana, github)
  await expectGoodOnBoth(page, 'settings-connected')
  await page.goto(`/board/${boardId}`)
  const face = ana.board.card('Calcular frete')
  await face.click()
  const card = new CardPage(page)
  const links = card.section('Links e GitHub')
  for (const text of [
    `time/app#${issue.number}`,
    'https://docs.google.com/document/d/1abc/edit',
    'https://drive.google.com/drive/folders/1abc',
  ]) {
    await card.addLink()
    await links.getByRole('textbox', { name: 'Link, issue ou pull request' }).fill(text)
    await links.getByRole('button', { name: 'Adicionar' }).click()
    await expect(links.getByRole('textbox')).toHaveCount(0)
  }
  await links.scrollIntoViewIfNeeded()
  await expectGoodOnBoth(page, 'card', '[role="dialog"]')
  await links.getByRole('button', { name: 'Adicionar' }).click()
  await links.getByRole('textbox').fill('https://docs.google.com/presentation/d/1')
  await links.scrollIntoViewIfNeeded()
  await expectGoodOnBoth(page, 'card-adding', '[role="dialog"]')
  await page.goto(`/board/${boardId}`)
  await expect(face).toBeVisible()
  await expectGoodOnBoth(page, 'board')
  await openIntegrations(page)
  await page.getByRole('button', { name: 'Criar webhook' }).click()
  await expect(page.getByRole('textbox', { name: 'Secret' })).toBeVisible()
  const slackPart = page.getByRole('region', { name: 'Avisos no Slack' })
  await slackPart.getByRole('textbox').fill(slack.url)
  await slackPart.getByRole('button', { name: 'Salvar endereço' }).click()
  await expect(slackPart.getByText('…1234')).toBeVisible()
  await page.getByRole('region', { name: 'Trazer issues do GitHub' }).scrollIntoViewIfNeeded()
  await expectGoodOnBoth(page, 'modal-top', '[role="dialog"]')
  await slackPart.scrollIntoViewIfNeeded()
  await expectGoodOnBoth(page, 'modal-slack', '[role="dialog"]')
})
