import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { expect, test, vi } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene } from '../../../test/imports.ts'
import { trelloBoard } from '../../../test/trello.ts'

vi.setConfig({ testTimeout: filesMs })

const scene = importScene('trello')

/** A board that was brought, its card with everything, and how that is changed here. */
async function brought() {
  const { server, ana } = scene
  const trello = trelloBoard()
  const { boardId } = await scene.bring(trello.export)
  const { token } = ana
  const [pix] = (await scene.cardsOf(boardId)).filter(({ title }) => title === 'Pagar com Pix')
  const params = { cardId: pix?.id ?? 0 }
  const board = await scene.boardOf(boardId)
  const [valor, canal] = board.fields
  if (!valor || !canal) throw new Error('the board has fields')
  return {
    trello,
    ...{ boardId, board, valor, canal, params },
    card: () => scene.cardOf(params.cardId),
    update: async (body: object) => ok(await server.call(cardsApi.update, { token, params, body })),
    move: async (list_id: number) => ok(await server.call(cardsApi.move, { token, params, body: { list_id } })),
    archive: async () => ok(await server.call(cardsApi.archive, { token, params })),
    tick: async (completed: boolean) => {
      const [checklist] = (await scene.cardOf(params.cardId)).checklists
      const item = checklist?.items.at(-1)
      const at = { ...params, checklistId: checklist?.id ?? 0, itemId: item?.id ?? 0 }
      ok(await server.call(checklistsApi.updateItem, { token, params: at, body: { completed } }))
    },
    addLabel: async (label_id: number) => ok(await server.call(cardsApi.addLabel, { token, params, body: { label_id } })),
    dropLabel: async (labelId: number) => ok(await server.call(cardsApi.removeLabel, { token, params: { ...params, labelId } })),
    assign: async (user_id: number | null) => ok(await server.call(cardsApi.assign, { token, params, body: { user_id } })),
    /** Brings the board again, in which the card is another one. */
    again: async (more: object, others: object = {}) => {
      const cards = trello.export.cards.map((card) => (card.id === trello.ids.pix ? { ...card, ...more } : card))
      return scene.bring({ ...trello.export, ...others, cards })
    },
  }
}

test('what changed only here stays, whatever else of the card changed there', async () => {
  const { boardId, board, valor, canal, trello, ...pix } = await brought()
  const [ideas] = board.lists
  await pix.update({ description: 'Escrita aqui', due_date: '2027-01-20', start_date: null, priority: 'high', notes: 'Anotado aqui' })
  await pix.update({ estimate: 8, estimated_hours: 2, fields: { [valor.id]: 99, [canal.id]: null } })
  await pix.move(ideas?.id ?? 0)
  await pix.dropLabel(board.labels[0]?.id ?? 0)
  await pix.assign(scene.ana.user.id)
  await pix.tick(true)
  const before = await pix.card()
  expect(before).toMatchObject({ status: 'pendente', estimate: 8, labels: [{ name: 'Verde' }] })

  const { importId } = await pix.again({ name: 'Pagar com Pix já', dateLastActivity: '2026-05-01T12:00:00.000Z' })
  const after = await pix.card()
  const { title, updated_at: _, version: __, ...rest } = after
  const { title: was, updated_at: ___, version: ____, ...restBefore } = before
  expect([was, title, rest]).toEqual(['Pagar com Pix', 'Pagar com Pix já', restBefore])
  expect((await scene.cardsOf(boardId)).find(({ id }) => id === before.id)?.list).toBe('Ideias')

  await scene.takeBack(importId)
  expect((await pix.card()).title).toBe('Pagar com Pix')
})

test('a card that was archived here stays so, and one that was brought back stays shown', async () => {
  const pix = await brought()
  await pix.archive()
  await pix.again({ name: 'Pagar com Pix já' })
  expect((await pix.card()).archived_at).not.toBeNull()
  await pix.again({ name: 'Pagar com Pix já', closed: true })
  ok(await scene.server.call(cardsApi.restore, { token: scene.ana.token, params: pix.params }))
  await pix.again({ name: 'Pagar com Pix agora', closed: true })
  expect(await pix.card()).toMatchObject({ title: 'Pagar com Pix agora', archived_at: null })
})

test('what changed there comes, part by part', async () => {
  const { board, valor, trello, ...pix } = await brought()
  const [, , doing] = board.lists
  await pix.update({ description: 'Escrita aqui' })
  const [, ...otherItems] = trello.export.checklists[0]?.checkItems ?? []
  const checklists = [{ ...trello.export.checklists[0], checkItems: otherItems }]
  const [value] = trello.export.cards.find(({ id }) => id === trello.ids.pix)?.customFieldItems ?? []
  await pix.again(
    {
      ...{ idList: trello.export.lists.find(({ name }) => name === 'Fazendo')?.id, due: '2026-12-24T15:00:00.000Z', idLabels: [] },
      customFieldItems: [{ ...(value as object | undefined), value: { number: '70' } }],
    },
    { checklists },
  )
  const card = await pix.card()
  expect(card).toMatchObject({
    ...{ description: 'Escrita aqui', list_id: doing?.id, status: 'em_andamento', due_date: '2026-12-24', start_date: '2026-03-01' },
    ...{ labels: [], fields: { [valor.id]: 70 } },
  })
  expect(card.checklists.map(({ items }) => items.map(({ title }) => title))).toEqual([['Primeiro']])
})

test('a card that was in the archive for its list alone is shown again where the other tool moves it to an open list', async () => {
  const trello = trelloBoard()
  const { boardId } = await scene.bring(trello.export)
  const doing = trello.export.lists.find(({ name }) => name === 'Fazendo')?.id
  const cards = trello.export.cards.map((card) => (card.name === 'Da lista velha' ? { ...card, idList: doing } : card))
  await scene.bring({ ...trello.export, cards })
  expect((await scene.cardsOf(boardId)).find(({ title }) => title === 'Da lista velha')?.list).toBe('Fazendo')
})

test('dates of there and of here that do not fit together come as they are there', async () => {
  const pix = await brought()
  await pix.update({ start_date: '2026-03-09' })
  await pix.again({ due: '2026-03-05T15:00:00.000Z' })
  expect(await pix.card()).toMatchObject({ start_date: '2026-03-01', due_date: '2026-03-05' })
})

test('of a card that the version before brought all comes that its file says', async () => {
  const { boardId, ...pix } = await brought()
  const { db } = scene.server.app.deps
  const brief = (digest: string) => digest.slice(0, 32)
  const rows = await db.selectFrom('import_sources').selectAll().where('board_id', '=', boardId).execute()
  for (const { kind, source_id, digest } of rows) {
    await db
      .updateTable('import_sources')
      .set({ digest: kind === 'card' ? brief(digest) : '' })
      .where('board_id', '=', boardId)
      .where('kind', '=', kind)
      .where('source_id', '=', source_id)
      .execute()
  }
  await pix.update({ description: 'Escrita aqui' })
  await pix.again({ name: 'Pagar com Pix' })
  expect((await pix.card()).description, 'nothing of the card changed there').toBe('Escrita aqui')
  await pix.again({ name: 'Pagar com Pix já' })
  expect(await pix.card()).toMatchObject({ title: 'Pagar com Pix já', description: '**Como** o Pix é pago\n\n<script>alert(1)</script>' })
})

test('a choice stays one where the other tool has texts, by the names of its options', async () => {
  const { board, valor, canal, trello, ...pix } = await brought()
  const { cards, customFields } = trello.export
  const [number, choice] = customFields
  const other = cards.find(({ id, closed }) => id !== trello.ids.pix && !closed)
  const said = (text: string) => [
    { idCustomField: choice?.id, value: { text } },
    { idCustomField: number?.id, value: { checked: 'true' } },
  ]
  const others = {
    customFields: [
      { ...number, type: 'checkbox' },
      { ...choice, type: 'text', options: [] },
    ],
    cards: cards.map((card) => {
      if (card.id === trello.ids.pix) return { ...card, customFieldItems: said('Site') }
      return card === other ? { ...card, customFieldItems: said('Loja') } : card
    }),
  }
  const { id } = await scene.look({ ...trello.export, ...others })
  const { warnings, board_id } = await scene.run(id)
  const [shop] = canal.options
  expect((await pix.card()).fields).toEqual({ [valor.id]: 12.5, [canal.id]: shop?.id })
  const found = (await scene.cardsOf(board_id ?? 0)).find(({ title }) => title === other?.name)
  expect((await scene.cardOf(found?.id ?? 0)).fields).toEqual({ [canal.id]: shop?.id })
  expect(warnings.find(({ kind }) => kind === 'values_invalid')?.count).toBe(3)
})
