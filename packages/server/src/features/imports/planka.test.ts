import { boardsApi } from '@rodada/contract/boards/board-calls'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { expect, test } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene } from '../../../test/imports.ts'
import { plankaBoard } from '../../../test/planka.ts'

const scene = importScene('planka')
const { boardOf, cardsOf, look, run, takeBack } = scene

test.for([1, 2] as const)(
  'what version %i answers becomes a board; again it comes without doubles, and is taken back',
  { timeout: filesMs },
  async (version) => {
    const { whole } = plankaBoard(version)
    const looked = await look(whole, 'planka.json')
    expect([looked.plan?.board.title, looked.plan?.totals]).toEqual([
      'Checkout',
      {
        cards: version === 2 ? 4 : 3,
        archived: version === 2 ? 1 : 0,
        comments: 2,
        checklists: 1,
        attachments: 1,
        files: 0,
        moves: 1,
        relations: 0,
      },
    ])
    expect(looked.plan?.people.map(({ name, email }) => [name, email])).toEqual([
      ['Bia Nogueira', 'bia@planka.exemplo'],
      ['Jonas Dev', null],
    ])
    expect(looked.warnings.map(({ kind, count }) => [kind, count]).sort()).toEqual([
      ['files_as_links', 1],
      ['links_refused', 1],
    ])
    const first = await run(looked.id)
    const boardId = first.board_id ?? 0
    const board = await boardOf(boardId)
    expect(board.labels.map(({ name, color }) => [name, color])).toEqual([
      ['Urgente', '#c33438'],
      ['sunny-grass', '#2a7d48'],
    ])
    const cards = await cardsOf(boardId)
    expect(cards.map(({ list, title }) => [list, title])).toEqual([
      ['Ideias', 'Primeira ideia'],
      ['Ideias', '=HYPERLINK("http://mal","clique")'],
      ['No ar', 'Pagar com Pix'],
    ])
    const archive = ok(await scene.server.call(boardsApi.archive, { token: scene.ana.token, params: { boardId } }))
    expect(archive.cards.map(({ title }) => title)).toEqual(version === 2 ? ['Guardada'] : [])
    const at = { token: scene.ana.token, params: { cardId: cards.at(-1)?.id ?? 0 } }
    const pix = ok(await scene.server.call(cardsApi.get, at))
    expect(pix).toMatchObject({
      ...{
        due_date: '2026-03-10',
        start_date: version === 2 ? '2026-03-01' : null,
        status: 'concluida',
        notes: 'Pessoas em Planka: Jonas Dev',
      },
      ...{ description: '**Como**\n\n<script>alert(1)</script>', created_at: '2026-02-01T12:00:00.000Z' },
      completed_at: '2026-02-20T12:00:00.000Z',
    })
    expect(pix.checklists.map(({ title, items }) => [title, items.map((item) => [item.title, item.completed])])).toEqual([
      [
        version === 2 ? 'Pronto quando' : 'Checklist',
        [
          ['Primeiro', true],
          ['Segundo', false],
        ],
      ],
    ])
    expect(board.fields.map(({ id, name }) => [name, pix.fields[id]])).toEqual(version === 2 ? [['Canal', 'Loja']] : [])
    expect(ok(await scene.server.call(attachmentsApi.list, at)).map(({ title }) => title)).toEqual(['tela.png'])
    const comments = ok(await scene.server.call(commentsApi.list, at))
    expect(comments.map(({ author_name, content, created_at }) => [author_name, content, created_at])).toEqual([
      ['Bia Nogueira', 'Vamos?', '2026-02-10T12:00:00.000Z'],
      ['Jonas Dev', '=1+1 foi o **Jonas**', '2026-02-11T12:00:00.000Z'],
    ])
    const told = ok(await scene.server.call(cardsApi.activity, at))
    expect(told.map(({ kind, details, created_at }) => [kind, details.to, created_at])).toEqual([
      ['card.moved', 'No ar', '2026-02-20T12:00:00.000Z'],
      ['card.created', 'Ideias', '2026-02-01T12:00:00.000Z'],
    ])

    const again = await run((await look(whole)).id)
    expect([again.board_id, (await cardsOf(boardId)).map(({ id }) => id)]).toEqual([boardId, cards.map(({ id }) => id)])
    expect(ok(await scene.server.call(commentsApi.list, at))).toHaveLength(2)
    await takeBack(again.id, first.id)
    expect((await scene.server.call(boardsApi.get, { token: scene.ana.token, params: { boardId } })).status).toBe(404)
  },
)

test('a board alone comes, too, and says what its answer does not have', async () => {
  const looked = await look(plankaBoard().board)
  expect(looked.plan?.totals.cards).toBe(3)
  expect(looked.warnings.map(({ kind, count }) => [kind, count]).sort()).toEqual([
    ['archive_missing', 1],
    ['comments_missing', 2],
    ['files_as_links', 1],
    ['history_missing', 3],
    ['links_refused', 1],
  ])
})

test.for([
  ['another JSON', '{"item": {"id": "1"}}', 'não é uma exportação', undefined],
  ['a list of projects', '{"items": [{"id": "1", "name": "x"}]}', 'não é uma exportação', undefined],
  ['what was refused there', '{"code": "E_UNAUTHORIZED", "message": "x"}', 'não é uma exportação', undefined],
  [
    'a board without cards',
    '{"item": {"id": "1", "projectId": "1", "name": "x"}, "included": {"cards": [null, 7]}}',
    'nenhum cartão',
    undefined,
  ],
  ['half of one', '{"item":\n{"id": "1", "projectId": "1"', 'danificado', 'linha 2'],
  ['its backup', new Uint8Array([0x1f, 0x8b, 8, 0]), 'compactado', undefined],
] as const)('%s is refused with a clear text, and leaves nothing', async ([, file, text, place]) => {
  const { status, message, plan } = await look(file)
  expect([status, message, plan]).toEqual(['failed', expect.stringContaining(text), null])
  if (place) expect(message).toContain(place)
})
