import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { expect, test, vi } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene } from '../../../test/imports.ts'

vi.setConfig({ testTimeout: filesMs })

const scene = importScene('csv')

/** A table with one row more for each array. */
const table = (...rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join(';')).join('\n')

/** The cards of a board with everything that they have, also when somebody touched them last. */
const wholeOf = async (boardId: number) => Promise.all((await scene.cardsOf(boardId)).map(({ id }) => scene.cardOf(id)))
const fieldNames = async (boardId: number) => (await scene.boardOf(boardId)).fields.map(({ name }) => name)

/** What the cards of a board have, by the names of its fields. */
async function valuesOf(boardId: number): Promise<Record<string, Record<string, unknown>>> {
  const { fields } = await scene.boardOf(boardId)
  const cards = await wholeOf(boardId)
  const named = (values: Record<string, unknown>) =>
    Object.fromEntries(fields.flatMap(({ id, name }) => (values[id] === undefined ? [] : [[name, values[id]]])))
  return Object.fromEntries(cards.map((card) => [card.title, named(card.fields)]))
}

/** Writes something into a field of a card here. */
async function write(boardId: number, title: string, name: string, value: string) {
  const field = (await scene.boardOf(boardId)).fields.find((each) => each.name === name)
  const card = (await scene.cardsOf(boardId)).find((each) => each.title === title)
  const { server, ana } = scene
  const call = { token: ana.token, params: { cardId: card?.id ?? 0 }, body: { fields: { [field?.id ?? 0]: value } } }
  ok(await server.call(cardsApi.update, call))
}

test('a column that moved still goes to its field, and one that came before it makes another', async () => {
  const { boardId } = await scene.bring(
    table(
      ['ID', 'Título', 'Cliente', 'Equipe', 'Equipe'],
      ['1', 'Obra', 'Padaria', 'Azul', 'Sul'],
      ['2', 'Projeto', 'Mercado', 'Verde', 'Norte'],
    ),
    'moveu.csv',
  )
  await write(boardId, 'Projeto', 'Cliente', 'Mercado Central')
  const before = await wholeOf(boardId)
  const moved = table(
    ['ID', 'Equipe', 'Título', 'Equipe', 'CLIENTE'],
    ['1', 'Azul', 'Obra', 'Sul', 'Padaria'],
    ['2', 'Verde', 'Projeto', 'Norte', 'Mercado'],
  )
  await scene.bring(moved, 'moveu.csv')
  expect(await wholeOf(boardId), 'nothing changed there').toEqual(before)

  const inserted = table(
    ['ID', 'Título', 'Cidade', 'Cliente', 'Equipe', 'Equipe'],
    ['1', 'Obra', 'Recife', 'Padaria', 'Rosa', 'Sul'],
    ['2', 'Projeto', 'Olinda', 'Mercado', 'Verde', 'Leste'],
  )
  const { importId } = await scene.bring(inserted, 'moveu.csv')
  const { fields } = await scene.boardOf(boardId)
  expect(fields.map(({ name }) => name)).toEqual(['Cliente', 'Equipe', 'Equipe', 'Cidade'])
  const [client = 0, team = 0, other = 0, city = 0] = fields.map(({ id }) => id)
  const cards = await wholeOf(boardId)
  expect(cards.map((card) => card.fields)).toEqual([
    { [client]: 'Padaria', [team]: 'Rosa', [other]: 'Sul', [city]: 'Recife' },
    { [client]: 'Mercado Central', [team]: 'Verde', [other]: 'Leste', [city]: 'Olinda' },
  ])
  await scene.takeBack(importId)
  expect(await fieldNames(boardId)).toEqual(['Cliente', 'Equipe', 'Equipe'])
  expect((await scene.cardOf(cards[0]?.id ?? 0)).fields).toEqual({ [client]: 'Padaria', [team]: 'Azul', [other]: 'Sul' })
})

test('what a column is said to be is told by its place in the file', async () => {
  const looked = await scene.look(table(['Título', '2', 'Cliente', ''], ['Obra', 'dois', 'Padaria', 'sem nome']), 'lugares.csv')
  expect(looked.plan?.columns.map(({ id, name, target }) => [id, name, target])).toEqual([
    ['0', 'Título', 'title'],
    ['1', '2', 'field'],
    ['2', 'Cliente', 'field'],
    ['3', '', 'none'],
  ])
  const { board_id } = await scene.run(looked.id, { fields: { 2: 'none', 3: 'field' } })
  expect(await valuesOf(board_id ?? 0)).toEqual({ Obra: { 2: 'dois', 'Coluna 4': 'sem nome' } })
})

/** What a version before said of the cards of the table below. It knew their fields by the places of the columns. */
const digests = {
  1: 'ee8ce8c5ec3413f7fc2d7f22b489ff19+tPe3CM0dEq4yyxsdCNOmKudCNOmKa_LzxZZl0QcaoFcdCNOmKpu1uxs6nu1uxs6bT1PNoYidCNOmKedCNOmKhdCNOmKkT1PNoYvzBExDE4EogCTvpKqz8fTPyWhg',
  2: '830c4749fea4cfd0fe838d125e300911+tVgS6YudEq4yyxsdCNOmKudCNOmKa_LzxZZl0QcaoFcdCNOmKpu1uxs6nu1uxs6bT1PNoYidCNOmKedCNOmKhdCNOmKkT1PNoYvzBExDEZy9owevpKqz8fCpjQVx',
}
const places: Record<string, string> = { Cliente: '2', Equipe: '3' }
const first = table(['ID', 'Título', 'Cliente', 'Equipe'], ['1', 'Obra', 'Padaria', 'Azul'], ['2', 'Projeto', 'Mercado', 'Verde'])

/** Makes of a board what that version left. @param letters of a digest: the one before it knew no parts of cards, and its digests were short */
async function asBefore(boardId: number, letters?: number) {
  const { db } = scene.server.app.deps
  const change = (kind: 'card' | 'field', local_id: number, to: { source_id?: string; digest?: string }) =>
    db
      .updateTable('import_sources')
      .set(to)
      .where('board_id', '=', boardId)
      .where('kind', '=', kind)
      .where('local_id', '=', local_id)
      .execute()
  for (const { id, name } of (await scene.boardOf(boardId)).fields) await change('field', id, { source_id: places[name] ?? '' })
  for (const { id, title } of await scene.cardsOf(boardId))
    await change('card', id, { digest: digests[title === 'Obra' ? 1 : 2].slice(0, letters) })
}

test.for([
  ['knew parts of cards', undefined],
  ['knew only whole cards', 32],
] as const)('a board of a version that %s stays as people made it while its table stays the same', async ([title, letters]) => {
  const name = `${title}.csv`
  const { boardId } = await scene.bring(first, name)
  await asBefore(boardId, letters)
  await write(boardId, 'Projeto', 'Cliente', 'Mercado Central')
  const before = await wholeOf(boardId)
  await scene.bring(first, name)
  expect(await wholeOf(boardId)).toEqual(before)
  expect(await fieldNames(boardId)).toEqual(['Cliente', 'Equipe'])

  // With a column before the others the fields are known by their names, and what changed there comes.
  const inserted = table(
    ['ID', 'Título', 'Cidade', 'Cliente', 'Equipe'],
    ['1', 'Obra', 'Recife', 'Padaria', 'Azul'],
    ['2', 'Projeto', '', 'Mercado', 'Verde'],
  )
  const { importId } = await scene.bring(inserted, name)
  expect(await fieldNames(boardId)).toEqual(['Cliente', 'Equipe', 'Cidade'])
  expect(await valuesOf(boardId)).toEqual({
    Obra: { Cliente: 'Padaria', Equipe: 'Azul', Cidade: 'Recife' },
    Projeto: { Cliente: 'Mercado Central', Equipe: 'Verde' },
  })
  await scene.takeBack(importId)
  expect((await valuesOf(boardId)).Obra).toEqual({ Cliente: 'Padaria', Equipe: 'Azul' })
})

test('a field of a version before that has another name here stays, and its column comes as a whole beside it', async () => {
  const { boardId } = await scene.bring(first, 'freguês.csv')
  await asBefore(boardId)
  const { server, ana } = scene
  const client = (await scene.boardOf(boardId)).fields.find(({ name }) => name === 'Cliente')
  const params = { boardId, fieldId: client?.id ?? 0 }
  ok(await server.call(boardFieldsApi.update, { token: ana.token, params, body: { name: 'Freguês' } }))
  await write(boardId, 'Projeto', 'Freguês', 'Mercado Central')
  await scene.bring(first, 'freguês.csv')
  expect(await valuesOf(boardId)).toEqual({
    Obra: { Freguês: 'Padaria', Equipe: 'Azul', Cliente: 'Padaria' },
    Projeto: { Freguês: 'Mercado Central', Equipe: 'Verde', Cliente: 'Mercado' },
  })
})

test('a field that a version before knew by the place of another column is left alone', async () => {
  const { boardId } = await scene.bring(first, 'trocado.csv')
  await asBefore(boardId)
  const other = table(['ID', 'Título', 'Cidade', 'Região'], ['1', 'Obra', 'Recife', 'Sul'], ['2', 'Projeto', 'Olinda', 'Norte'])
  await scene.bring(other, 'trocado.csv')
  expect(await valuesOf(boardId)).toEqual({
    Obra: { Cliente: 'Padaria', Equipe: 'Azul', Cidade: 'Recife', Região: 'Sul' },
    Projeto: { Cliente: 'Mercado', Equipe: 'Verde', Cidade: 'Olinda', Região: 'Norte' },
  })
})
