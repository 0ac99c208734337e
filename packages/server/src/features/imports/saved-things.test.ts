import { boardsApi } from '@rodada/contract/boards/board-calls'
import { deckPointsApi } from '@rodada/contract/boards/deck-points'
import { BoardExport, boardExportApi } from '@rodada/contract/boards/export'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { limits } from '@rodada/contract/core/limits'
import { expect, test } from 'vitest'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { filesMs, importScene, runImport, sendImport } from '../../../test/imports.ts'

const scene = importScene('rodada')

test('of a template a file brings what may be saved in it, and of sizes all that a board may have', { timeout: filesMs }, async () => {
  const { server, ana } = scene
  const board = await makeBoard(server, ana)
  await makeCard(server, ana, board)
  const at = { token: ana.token, params: { boardId: board.id } }
  const [short, long] = [
    ok(await server.call(boardFieldsApi.add, { ...at, body: { name: 'Curto', type: 'text' } })),
    ok(await server.call(boardFieldsApi.add, { ...at, body: { name: 'Longo', type: 'text' } })),
  ]
  const fields = { [short.id]: 's'.repeat(limits.fieldText), [long.id]: 'l' }
  ok(await server.call(cardTemplatesApi.add, { ...at, body: { name: 'Bug', fields } }))
  const sizes = Array.from({ length: 30 }, (_, index) => ({ face: `T${index}`, points: index }))
  for (const from of [0, 15]) ok(await server.call(deckPointsApi.change, { ...at, body: { points: sizes.slice(from, from + 15) } }))
  const text: unknown = ok(await server.call(boardExportApi.json, at))
  const whole = BoardExport.parse(JSON.parse(String(text)))

  const filled = (letters: number) => ({ ...whole.card_templates[0], fields: { ...fields, [long.id]: 'l'.repeat(letters) } })
  const card_templates = [filled(1), { ...filled(1_900_000), id: 2, name: 'Outro' }]
  const file = { ...whole, board: { ...whole.board, id: 900 }, card_templates }
  const looked = await sendImport(server, ana, 'rodada', file)
  const { board_id } = await runImport(server, ana, looked.id)
  const params = { boardId: board_id ?? 0 }
  const templates = ok(await server.call(cardTemplatesApi.list, { token: ana.token, params }))
  const held: [string, number[]][] = []
  for (const { id, name } of templates) {
    const found = ok(await server.call(cardTemplatesApi.get, { token: ana.token, params: { ...params, templateId: id } }))
    held.push([name, Object.values(found.fields).map((value) => String(value).length)])
  }
  expect(held).toEqual([
    ['Bug', [limits.fieldText, 1]],
    ['Outro', [limits.fieldText]],
  ])
  const stored = await server.app.deps.db.selectFrom('card_templates').select('content').where('board_id', '=', params.boardId).execute()
  expect(Math.max(...stored.map(({ content }) => content.length))).toBeLessThan(2000)
  const { deck_points } = ok(await server.call(boardsApi.get, { token: ana.token, params }))
  expect(Object.keys(deck_points ?? {})).toHaveLength(sizes.length)
})
