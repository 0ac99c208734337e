import { boardsApi } from '@rodada/contract/boards/board-calls'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { expect, test } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { githubAnswer, githubList, githubView } from '../../../test/github-project.ts'
import { filesMs, importScene } from '../../../test/imports.ts'

const scene = importScene('github')
const { boardOf, cardsOf, look, run, takeBack } = scene

test(
  'what the command line lists becomes a board; again it comes without doubles, and is taken back',
  async () => {
    const looked = await look(githubList(), 'Loja.json')
    expect([looked.plan?.board.title, looked.plan?.totals]).toEqual([
      'Loja',
      { cards: 3, archived: 0, comments: 0, checklists: 0, attachments: 3, files: 0, moves: 0, relations: 0 },
    ])
    expect(looked.warnings.map(({ kind, count }) => [kind, count]).sort()).toEqual([
      ['automations', 1],
      ['history_missing', 3],
      ['issues_missing', 2],
      ['sprints_as_field', 1],
    ])
    const first = await run(looked.id)
    const boardId = first.board_id ?? 0
    const cards = await cardsOf(boardId)
    expect(cards.map(({ list, title, status }) => [list, title, status])).toEqual([
      ['Todo', '=HYPERLINK("http://mal","clique")', 'pendente'],
      ['No Status', 'Sem status', 'pendente'],
      ['Done', 'Pagar com Pix', 'concluida'],
    ])
    const at = { token: scene.ana.token, params: { cardId: cards.at(-1)?.id ?? 0 } }
    const pix = ok(await scene.server.call(cardsApi.get, at))
    expect(pix).toMatchObject({
      ...{
        estimate: 5,
        priority: 'urgent',
        start_date: '2026-03-01',
        due_date: '2026-03-10',
        description: '**Como**\n\n<script>alert(1)</script>',
      },
      notes: 'Pessoas em GitHub: bia, jonas',
    })
    expect(pix.labels.map(({ name }) => name)).toEqual(['urgente', 'bug'])
    const { fields } = await boardOf(boardId)
    expect(fields.map(({ id, name, type }) => [name, type, pix.fields[id]])).toEqual([
      ['Canal', 'text', 'Loja'],
      ['Valor', 'number', 12.5],
      ['Sprint', 'text', 'Sprint 7'],
      ['Milestone', 'text', 'v1'],
    ])
    expect(
      ok(await scene.server.call(attachmentsApi.list, at))
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['GitHub #1', 'Pull request #9'])

    const again = await run((await look(githubList(), 'outro nome.json')).id)
    expect([again.board_id, (await cardsOf(boardId)).map(({ id }) => id)]).toEqual([boardId, cards.map(({ id }) => id)])
    await takeBack(again.id, first.id)
    expect((await scene.server.call(boardsApi.get, { token: scene.ana.token, params: { boardId } })).status).toBe(404)
  },
  filesMs,
)

test(
  'what GraphQL answers has comments, colours, parents and changes of status, too',
  async () => {
    const looked = await look(githubAnswer())
    expect([looked.plan?.board.title, looked.plan?.totals]).toEqual([
      'Loja',
      { cards: 3, archived: 1, comments: 1, checklists: 0, attachments: 3, files: 0, moves: 3, relations: 1 },
    ])
    expect(looked.plan?.people.map(({ name, email }) => [name, email])).toEqual([
      ['Bia Nogueira', 'bia@acme.exemplo'],
      ['jonas', null],
    ])
    const done = await run(looked.id)
    const boardId = done.board_id ?? 0
    const board = await boardOf(boardId)
    expect(board.lists.map(({ title }) => title)).toEqual(['No Status', 'Ideias', 'In progress', 'No ar'])
    expect(board.labels.map(({ name, color }) => [name, color])).toContainEqual(['urgente', '#c33438'])
    const cards = await cardsOf(boardId)
    expect(cards.map(({ title }) => title)).toEqual(['Pagamentos', 'Pagar com Pix'])
    const at = { token: scene.ana.token, params: { cardId: cards.at(-1)?.id ?? 0 } }
    const pix = ok(await scene.server.call(cardsApi.get, at))
    expect(pix).toMatchObject({ status: 'concluida', completed_at: '2026-03-08T12:00:00.000Z', estimate: 5 })
    expect(pix.relations.map(({ kind, card }) => [kind, card?.title])).toEqual([['part_of', 'Pagamentos']])
    const comments = ok(await scene.server.call(commentsApi.list, at))
    expect(comments.map(({ author_name, content }) => [author_name, content])).toEqual([['jonas', '=1+1 foi o **Jonas**']])
    const told = ok(await scene.server.call(cardsApi.activity, at))
    expect(told.filter(({ kind }) => kind === 'card.moved').map(({ details, created_at }) => [details.to, created_at])).toEqual([
      ['No ar', '2026-03-08T12:00:00.000Z'],
      ['In progress', '2026-02-20T12:00:00.000Z'],
      ['Ideias', '2026-02-02T12:00:00.000Z'],
    ])
    await takeBack(done.id)
  },
  filesMs,
)

test(
  'the table of a view becomes a board, and a newer one brings it up to date',
  async () => {
    const first = await run((await look(githubView(), 'Loja.tsv')).id)
    const boardId = first.board_id ?? 0
    const cards = await cardsOf(boardId)
    expect(cards.map(({ list, title, estimate, due_date }) => [list, title, estimate, due_date])).toEqual([
      ['Todo', 'Outra', null, null],
      ['Done', 'Pagar com Pix', 2.5, '2026-03-10'],
    ])
    const pix = ok(await scene.server.call(cardsApi.get, { token: scene.ana.token, params: { cardId: cards.at(-1)?.id ?? 0 } }))
    expect([pix.labels.map(({ name }) => name), pix.relations.map(({ kind }) => kind)]).toEqual([['urgente', 'bug'], ['part_of']])
    const newer = githubView(['Pagar com Pix já', 'Outra', 'Mais uma'])
    const again = await run((await look(newer, 'Loja.tsv')).id)
    expect(again.board_id).toBe(boardId)
    expect((await cardsOf(boardId)).map(({ title }) => title)).toEqual(['Outra', 'Mais uma', 'Pagar com Pix já'])
    await takeBack(again.id)
    expect((await cardsOf(boardId)).map(({ id, title }) => [id, title])).toEqual(cards.map(({ id, title }) => [id, title]))
    await takeBack(first.id)
  },
  filesMs,
)

test.for([
  ['another JSON', '{"items": [{"nome": "x"}, 7]}', 'não é uma exportação', undefined],
  ['an error of GraphQL', '{"data": {"organization": null}, "errors": []}', 'não é uma exportação', undefined],
  ['a table of something else', 'Title\tQuem\nx\tAna\n', 'não é uma exportação', 'linha 1'],
  ['a view without items', 'Title\tStatus\n', 'nenhum cartão', undefined],
  [
    'what the command line says when it fails',
    'GraphQL: Could not resolve to a ProjectV2 with the number 2. (user.projectV2)\n',
    'não é',
    'linha 1',
  ],
  ['half of one', '{"items": [\n{"id": "PVTI_1"', 'danificado', 'linha 2'],
] as const)('%s is refused with a clear text, and leaves nothing', async ([, file, text, place]) => {
  const { status, message, plan } = await look(file, 'x')
  expect([status, message, plan]).toEqual(['failed', expect.stringContaining(text), null])
  if (place) expect(message).toContain(place)
})
