import { cardsApi } from '@rodada/contract/cards/card-calls'
import { expect, test, vi } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene } from '../../../test/imports.ts'

vi.setConfig({ testTimeout: filesMs })

const scene = importScene('jira')

/** A table of issues of one project, with their budgets and their visits. */
const table = (project: string, issues: readonly (readonly [title: string, budget: string, visit?: string])[]) =>
  [
    'Summary,Issue key,Issue id,Issue Type,Status,Project key,Custom field (Orçamento),Custom field (Visita)',
    ...issues.map(([title, budget, visit = ''], n) => `${title},${project}-${n + 1},${n + 1},Task,To Do,${project},${budget},${visit}`),
  ].join('\n')

/** What the cards of a board have in its fields, by their titles. */
const readOf = async (boardId: number) => {
  const { fields } = await scene.boardOf(boardId)
  const cards = await Promise.all((await scene.cardsOf(boardId)).map(({ id }) => scene.cardOf(id)))
  const own = fields.filter(({ name }) => ['Orçamento', 'Visita'].includes(name))
  const values = cards.map((card) => [card.title, ...own.map(({ id }) => card.fields[id])] as const)
  return { fields: own, values: Object.fromEntries(values.map(([title, ...rest]) => [title, rest])), cards }
}

/** In which columns the values of a field are stored. */
const stored = (fieldId: number) =>
  scene.server.app.deps.db
    .selectFrom('card_field_values')
    .select(['text_value', 'number_value'])
    .where('field_id', '=', fieldId)
    .orderBy('number_value')
    .execute()

test('a field keeps its type, whatever a later file makes of its column', async () => {
  const { server, ana } = scene
  const { boardId } = await scene.bring(
    table('ORC', [
      ['Obra', '1500.5'],
      ['Projeto', '300'],
      ['Vistoria', '80'],
    ]),
    'orc.csv',
  )
  const before = await readOf(boardId)
  const budget = before.fields[0]
  expect(before.fields.map(({ name, type }) => [name, type])).toEqual([['Orçamento', 'number']])
  const project = before.cards.find(({ title }) => title === 'Projeto')
  const edit = { token: ana.token, params: { cardId: project?.id ?? 0 }, body: { fields: { [budget?.id ?? 0]: 999 } } }
  ok(await server.call(cardsApi.update, edit))

  const newer = table('ORC', [
    ['Obra', '1700'],
    ['Projeto', '300'],
    ['Vistoria', 'a combinar'],
    ['Reforma', '42'],
    ['Pintura', 'grátis'],
  ])
  const looked = await scene.look(newer, 'orc.csv')
  const done = await scene.run(looked.id)
  expect(done.board_id).toBe(boardId)
  expect((await readOf(boardId)).values).toEqual({ Obra: [1700], Projeto: [999], Vistoria: [80], Reforma: [42], Pintura: [undefined] })
  expect((await stored(budget?.id ?? 0)).map(({ text_value, number_value }) => [text_value, number_value])).toEqual(
    [42, 80, 999, 1700].map((value) => [null, value]),
  )
  expect(done.warnings.find(({ kind }) => kind === 'values_invalid')).toMatchObject({ count: 2, subjects: ['Vistoria', 'Pintura'] })

  // Back to numbers only: what the other tool says of these is what it always said.
  const numbers = await scene.bring(
    table('ORC', [
      ['Obra', '1700'],
      ['Projeto', '300'],
      ['Vistoria', '90'],
    ]),
    'orc.csv',
  )
  expect((await readOf(boardId)).values).toMatchObject({ Obra: [1700], Projeto: [999], Vistoria: [90] })
  await scene.takeBack(numbers.importId, done.id)
  expect((await readOf(boardId)).values).toEqual({ Obra: [1500.5], Projeto: [999], Vistoria: [80] })
})

test('a text takes what a later file has as numbers, and a date what it has as texts', async () => {
  const first = table('VIS', [
    ['Obra', '1500', '2026-03-09'],
    ['Projeto', 'a combinar', '2026-03-10'],
  ])
  const { boardId } = await scene.bring(first, 'vis.csv')
  expect((await readOf(boardId)).fields.map(({ name, type }) => [name, type])).toEqual([
    ['Orçamento', 'text'],
    ['Visita', 'date'],
  ])
  const newer = table('VIS', [
    ['Obra', '1500', '20/mar/26 3:15 PM'],
    ['Projeto', '20', '03/04/2026'],
    ['Vistoria', '30', 'talvez'],
  ])
  const done = await scene.run((await scene.look(newer, 'vis.csv')).id)
  expect((await readOf(boardId)).values).toEqual({
    ...{ Obra: ['1500', '2026-03-20'], Projeto: ['20', '2026-04-03'], Vistoria: ['30', undefined] },
  })
  expect(done.warnings.find(({ kind }) => kind === 'values_invalid')).toMatchObject({ count: 1, subjects: ['Vistoria'] })
})

test('what is written stays as it is written, whatever a later file without the other words makes of it', async () => {
  const { server, ana } = scene
  const codes = [
    ['Obra', '0012', '03/04/2026'],
    ['Projeto', '1.10', '20/mar/26 3:15 PM'],
    ['Vistoria', '7.0', '2026-03-10'],
  ] as const
  const { boardId } = await scene.bring(table('COD', [...codes, ['Reforma', 'A-13', 'talvez']]), 'cod.csv')
  const { cards, fields } = await readOf(boardId)
  const edit = (title: string, text: string) => {
    const [cardId, fieldId] = [cards.find((card) => card.title === title)?.id ?? 0, fields[0]?.id ?? 0]
    return server.call(cardsApi.update, { token: ana.token, params: { cardId }, body: { fields: { [fieldId]: text } } })
  }
  ok(await edit('Vistoria', '8 ou 9'))
  await scene.bring(table('COD', codes), 'cod.csv')
  expect((await readOf(boardId)).values).toEqual({
    Obra: ['0012', '03/04/2026'],
    Projeto: ['1.10', '20/mar/26 3:15 PM'],
    Vistoria: ['8 ou 9', '2026-03-10'],
    Reforma: ['A-13', 'talvez'],
  })
})
