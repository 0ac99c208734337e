import { cardsApi } from '@rodada/contract/cards/card-calls'
import { filesApi } from '@rodada/contract/cards/files'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { relationsApi } from '@rodada/contract/cards/relations'
import type { RelationKind } from '@rodada/contract/cards/settings'
import { callAs } from '../../scripts/lib/api-client.ts'
import { drawing } from '../../scripts/lib/drawing.ts'
import { fillCard, inDays, stageCard } from '../harness/card-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Member } from '../harness/team.ts'
import { makeBoard } from '../harness/work.ts'
import { CardPage } from '../pages/card.ts'
import { FilesPart, textFile } from '../pages/files.ts'
import { RelationsPart } from '../pages/relations.ts'
import type { Stage } from './stage.ts'

const title = 'Pix parcelado: mostrar simulação antes de confirmar'
const description = `Mostrar valor das parcelas, juros e total **antes** do botão de confirmar.

- A simulação muda quando a pessoa troca o número de parcelas
- O texto segue o [guia de escrita](https://aroeira.com.br/guia)

> Sem juros até 3 vezes.`

/** Ana Luísa in front of a full card of a board that she shares with Caio. */
async function atCard(
  { team, origin, look }: Stage,
  asGuest = false,
): Promise<{ ana: Member; caio: Member; cardId: number; card: CardPage }> {
  const ana = await team.member('Ana Luísa', look)
  const caio = await team.member('Caio')
  const owner = asGuest ? caio : ana
  const people = asGuest ? { guests: [ana.account] } : { members: [caio.account] }
  const stage = await stageCard(origin, owner.account, { title, description, ...people })
  await fillCard(origin, stage, owner.account, caio.account)
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  return { ana, caio, cardId: stage.cardId, card }
}

const change = (origin: string, { account }: Member, cardId: number, text: string) =>
  callAs(origin, account, cardsApi.update, { params: { cardId }, body: { description: text } })

const simulation = drawing(640, 360, [224, 241, 247], [10, 99, 121])
const screen = drawing(360, 640, [254, 240, 227], [246, 124, 49])

/** The card with files of several kinds, seen where they are. */
async function atFiles(stage: Stage, asGuest = false): Promise<{ ana: Member; files: FilesPart }> {
  const { ana, caio, cardId, card } = await atCard(stage, asGuest)
  const owner = asGuest ? caio : ana
  const send = (person: Member, name: string, bytes: BlobPart) =>
    callAs(stage.origin, person.account, filesApi.upload, { params: { cardId }, query: { name }, body: new Blob([bytes]) })
  await send(owner, 'simulacao-v3.png', simulation)
  await send(caio, 'parecer-juridico.pdf', `%PDF-1.4 ${'parecer '.repeat(20_000)}`)
  await send(owner, 'taxas-por-faixa-de-parcelas-e-bandeira-2026.csv', 'faixa;taxa\n'.repeat(1_400))
  await send(caio, 'tela-no-celular.png', screen)
  const files = new FilesPart(card)
  await files.part.getByRole('button', { name: /^tela-no-celular/ }).waitFor()
  await files.part.scrollIntoViewIfNeeded()
  return { ana, files }
}

/** The card window in its states, by the name of the picture. */
export const cardScenes: Record<string, (stage: Stage) => Promise<Member>> = {
  card: async (stage) => (await atCard(stage)).ana,
  'card-below': async (stage) => {
    const { ana, card } = await atCard(stage)
    await card.showActivity()
    await card.section('Atividade').getByRole('listitem').last().scrollIntoViewIfNeeded()
    return ana
  },
  'card-mention': async (stage) => {
    const { ana, card } = await atCard(stage)
    const comment = card.window.getByRole('textbox', { name: 'Escreva um comentário' })
    await comment.pressSequentially('Combinado. @')
    await ana.page.getByRole('listbox', { name: 'Quem você quer chamar' }).waitFor()
    return ana
  },
  'card-menu': async (stage) => {
    const { ana, card, cardId } = await atCard(stage)
    await callAs(stage.origin, ana.account, recurrenceApi.set, { params: { cardId }, body: { every: 'week', mode: 'copy' } })
    await card.fact('Repete').waitFor()
    await card.menuButton.click()
    await ana.page.getByRole('menuitem', { name: 'Excluir cartão' }).waitFor()
    return ana
  },
  'card-repeat': async (stage) => {
    const { ana, card } = await atCard(stage)
    await card.openMenu('Repetir…')
    await ana.page.getByRole('button', { name: 'A cada semana' }).click()
    await ana.page.getByRole('button', { name: 'Não repetir mais' }).waitFor()
    return ana
  },
  'card-empty': async ({ team, origin, look }) => {
    const ana = await team.member('Ana Luísa', look)
    const { path } = await stageCard(origin, ana.account, { title: 'Guardar endereço de entrega' })
    await ana.signIn()
    await new CardPage(ana.page).open(path)
    return ana
  },
  'card-files': async (stage) => {
    const { ana, files } = await atFiles(stage)
    const devtools = await notHandedOn(ana.context).newCDPSession(ana.page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 }
    await devtools.send('Network.emulateNetworkConditions', slow)
    await files.pick({ name: 'teste-no-celular.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(6_400_000) }, textFile('vazio.txt', ''))
    await files.tile('vazio.txt').getByRole('alert').waitFor()
    await files
      .tile('teste-no-celular.mp4')
      .getByText(/^\d+ s$/)
      .waitFor()
    await files.part.getByRole('listitem').last().scrollIntoViewIfNeeded()
    return ana
  },
  'card-files-guest': async (stage) => (await atFiles(stage, true)).ana,
  'card-files-over': async (stage) => {
    const { ana, files } = await atFiles(stage)
    await files.holdOver()
    return ana
  },
  'card-cover': async (stage) => {
    const { ana, caio, cardId, card } = await atCard(stage)
    const { id } = await callAs(stage.origin, caio.account, filesApi.upload, {
      params: { cardId },
      query: { name: 'simulacao-v3.png' },
      body: new Blob([simulation]),
    })
    await callAs(stage.origin, caio.account, cardsApi.update, { params: { cardId }, body: { cover_file_id: id } })
    await card.closeButton.click()
    const cover = ana.page.locator(`[data-kanban-item="${cardId}"] img`)
    await cover.first().waitFor()
    return ana
  },
  'card-gallery': async (stage) => {
    const { ana, files } = await atFiles(stage)
    await files.part.getByRole('button', { name: /^simulacao/ }).click()
    await ana.page.getByRole('dialog', { name: 'Galeria de imagens' }).getByRole('img').waitFor()
    return ana
  },
  'card-relations': async (stage) => {
    const { ana, caio, cardId, card } = await atCard(stage)
    const contract = await stageCard(stage.origin, caio.account, { title: 'Contrato da API de parcelamento', members: [ana.account] })
    const unseen = await stageCard(stage.origin, caio.account, { title: 'Compra da concorrente' })
    const relate = (kind: RelationKind, card_id: number, person = ana) =>
      callAs(stage.origin, person.account, relationsApi.add, { params: { cardId }, body: { kind, card_id } })
    await callAs(stage.origin, caio.account, cardsApi.update, { params: { cardId: contract.cardId }, body: { due_date: inDays(1) } })
    await callAs(stage.origin, caio.account, cardsApi.assign, {
      params: { cardId: contract.cardId },
      body: { user_id: caio.account.user.id },
    })
    await relate('blocked_by', contract.cardId)
    await relate('relates_to', unseen.cardId, caio)
    const relations = new RelationsPart(card)
    await relations.addSubcards('Calcular juros por faixa no servidor', 'Mostrar a simulação antes de confirmar')
    await relations.blockedBy.scrollIntoViewIfNeeded()
    return ana
  },
  'card-relate': async (stage) => {
    const { ana, card } = await atCard(stage)
    await stageCard(stage.origin, ana.account, { title: 'Pix copia e cola' })
    const relations = new RelationsPart(card)
    await relations.find('blocked_by', 'pix')
    await relations.hit('Pix copia e cola').waitFor()
    return ana
  },
  'card-guest': async (stage) => (await atCard(stage, true)).ana,
  'card-toolbar': async (stage) => {
    const { ana, card } = await atCard(stage)
    await card.writeDescription(`${description}\n\nE avisar quando não houver juros.`)
    return ana
  },
  'card-editing': async (stage) => {
    const { ana, caio, cardId, card } = await atCard(stage)
    await card.writeDescription(`${description}\n\nE avisar quando não houver juros.`)
    await change(stage.origin, caio, cardId, `${description}\n\nO total vai em negrito.`)
    await card.description.getByText('Caio mudou a descrição').waitFor()
    return ana
  },
  'card-conflict': async (stage) => {
    const { ana, caio, cardId, card } = await atCard(stage)
    await card.writeDescription(description.replace('até 3 vezes', 'até 6 vezes'))
    await change(stage.origin, caio, cardId, description.replace('até 3 vezes', 'em 2 ou 3 vezes'))
    await card.saveDescription()
    await card.conflict.getByText('De Caio').waitFor()
    return ana
  },
  'card-labels': async (stage) => {
    const { ana, card } = await atCard(stage)
    await card.openLabels()
    return ana
  },
  'card-due': async (stage) => {
    const { ana, card } = await atCard(stage)
    await card.due.press('ArrowDown')
    await ana.page.getByRole('dialog', { name: 'Calendário: Prazo' }).waitFor()
    return ana
  },
  'card-move': async (stage) => {
    const { ana, card } = await atCard(stage)
    await card.fact('Lista').getByRole('button').click()
    return ana
  },
  'card-to-board': async (stage) => {
    const { ana, card } = await atCard(stage)
    await makeBoard(stage.origin, ana.account, { title: 'Aplicativo de entregas' })
    await card.openMenu('Levar a outro quadro')
    await ana.page.getByRole('list', { name: 'O que muda' }).getByRole('listitem').first().waitFor()
    return ana
  },
  'card-unsaved': async (stage) => {
    const { ana, card } = await atCard(stage)
    await card.commentField.fill('Acho que dá para')
    await card.closeButton.click()
    await ana.page.getByRole('button', { name: 'Guardar e fechar' }).waitFor()
    return ana
  },
  'card-archived': async (stage) => {
    const { ana, caio, cardId, card } = await atCard(stage)
    await callAs(stage.origin, caio.account, cardsApi.archive, { params: { cardId } })
    await card.window.getByText('Caio arquivou este cartão.').waitFor()
    return ana
  },
  'card-gone': async (stage) => {
    const { ana, caio, cardId, card } = await atCard(stage)
    await card.commentField.fill('Acho que dá para simplificar.')
    await callAs(stage.origin, caio.account, cardsApi.remove, { params: { cardId } })
    await ana.page.getByText('Este cartão não está mais aqui').waitFor()
    return ana
  },
}
