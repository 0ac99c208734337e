import { boardsApi } from '@rodada/contract/boards/board-calls'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, ok } from '../../../test/boards.ts'
import { filesMs, importScene } from '../../../test/imports.ts'
import { jiraPeople, jiraRows, jiraSearch, jiraTable } from '../../../test/jira.ts'

const scene = importScene('jira')
const { boardOf, bring, cardOf, cardsOf, look, run, takeBack } = scene

test(
  'a search of the API becomes a board, with its changes of status, comments, links and points',
  async () => {
    const search = jiraSearch()
    const caio = await register(scene.server, { name: 'Caio' })
    await addToBoard(scene.server, scene.ana, (await makeBoard(scene.server, scene.ana)).id, caio, 'member')
    Object.assign(search.issues[0]?.fields ?? {}, { assignee: { ...jiraPeople.bia, emailAddress: caio.user.email } })
    const looked = await look(search, 'issues.json')
    const { plan } = looked
    expect([plan?.board.title, plan?.totals]).toEqual([
      'Pagamentos',
      { cards: 4, archived: 0, comments: 2, checklists: 0, attachments: 1, files: 0, moves: 2, relations: 2 },
    ])
    expect(plan?.lists.map(({ title, status, cards }) => [title, status, cards])).toEqual([
      ['Backlog', 'pendente', 3],
      ['Codando', 'pendente', 0],
      ['No ar', 'concluida', 1],
    ])
    expect(plan?.people.map(({ name, user_id }) => [name, user_id])).toEqual([
      ['Bia Nogueira', caio.user.id],
      ['Jonas Dev', null],
    ])
    expect(looked.warnings.map(({ kind, count }) => [kind, count]).sort()).toEqual([
      ['automations', 1],
      ['files_as_links', 2],
      ['links_refused', 1],
      ['relations_lost', 1],
      ['sprints_as_field', 1],
      ['worklogs', 3],
    ])

    const lists = { [plan?.lists[1]?.id ?? '']: 'em_andamento' }
    const done = await run(looked.id, { lists })
    const boardId = done.board_id ?? 0
    const cards = await cardsOf(boardId)
    expect(cards.map(({ list, title }) => [list, title])).toEqual([
      ['Backlog', 'Pagamentos de março'],
      ['Backlog', 'Tarefa de fora'],
      ['Backlog', '=HYPERLINK("http://mal","clique")'],
      ['No ar', 'Pagar com Pix'],
    ])
    const pix = await cardOf(cards.at(-1)?.id ?? 0)
    expect(pix).toMatchObject({
      key: 'PAG-1',
      ...{ priority: 'urgent', estimate: 5, estimated_hours: 2.5, start_date: '2026-03-01', due_date: '2026-03-10', status: 'concluida' },
      ...{ created_at: '2026-02-01T12:00:00.000Z', completed_at: '2026-03-08T12:00:00.000Z' },
      description: '## Como\n\no **Pix** <script>alert(1)</script>\n\n- um\n- dois\n\n```js\npagar()\n```',
    })
    expect(pix.assigned_user?.id).toBe(caio.user.id)
    expect(pix.labels.map(({ name }) => name).sort()).toEqual(['Checkout', 'Story', 'urgente'])
    expect(pix.relations.map(({ kind, card }) => [kind, card?.title])).toEqual([
      ['blocks', '=HYPERLINK("http://mal","clique")'],
      ['part_of', 'Pagamentos de março'],
    ])
    const { fields } = await boardOf(boardId)
    expect(fields.map(({ id, name, type }) => [name, type, pix.fields[id]])).toEqual([
      ['Jira', 'text', 'PAG-1'],
      ['Sprint', 'text', 'Sprint 7'],
      ['Canal', 'text', 'Loja'],
      ['Valor', 'number', 12.5],
    ])
    const at = { token: scene.ana.token, params: { cardId: pix.id } }
    expect(ok(await scene.server.call(attachmentsApi.list, at)).map(({ title }) => title)).toEqual(['tela.png'])
    expect(
      ok(await scene.server.call(commentsApi.list, at)).map(({ user, author_name, content, created_at }) => [
        user?.name,
        author_name,
        content,
        created_at,
      ]),
    ).toEqual([
      ['Caio', 'Bia Nogueira', 'Vamos?', '2026-03-01T12:00:00.000Z'],
      [undefined, 'Jonas Dev', '=1+1 foi o **Jonas**', '2026-03-02T12:00:00.000Z'],
    ])
    const told = ok(await scene.server.call(cardsApi.activity, at))
    expect(told.map(({ kind, details, created_at }) => [kind, details.to, created_at])).toEqual([
      ['card.moved', 'No ar', '2026-03-08T12:00:00.000Z'],
      ['card.moved', 'Codando', '2026-02-20T12:00:00.000Z'],
      ['card.created', 'Backlog', '2026-02-01T12:00:00.000Z'],
    ])
    ok(await scene.server.call(boardsApi.remove, { token: scene.ana.token, params: { boardId } }))
  },
  filesMs,
)

test(
  'pages of a search in an array, and issues in one, are read, too',
  async () => {
    const { issues, names } = jiraSearch()
    const pages = [{ issues: issues.slice(0, 2), names }, { issues: issues.slice(2) }]
    expect((await look(pages)).plan?.totals.cards).toBe(4)
    expect((await look(issues)).plan?.totals.cards).toBe(4)
  },
  filesMs,
)

test.for([
  ['with commas and a mark of UTF-8', (text: string) => new TextEncoder().encode(`\uFEFF${text}`), ','],
  ['with semicolons, as Windows wrote it', (text: string) => new Uint8Array(Buffer.from(text, 'latin1')), ';'],
] as const)('a table %s becomes cards; what looks like a formula stays a text', async ([, write, sign]) => {
  const looked = await look(write(jiraTable(sign)), 'Jira.csv')
  expect(looked.plan?.lists.map(({ title, status }) => [title, status])).toEqual([
    ['Tarefas pendentes', 'pendente'],
    ['Em revisão', 'em_andamento'],
    ['Concluído', 'concluida'],
  ])
  expect(looked.warnings.map(({ kind, count }) => [kind, count]).sort()).toEqual([
    ['automations', 1],
    ['dates_invalid', 1],
    ['files_as_links', 1],
    ['history_missing', 3],
    ['sprints_as_field', 2],
    ['values_invalid', 1],
  ])
  const { board_id } = await run(looked.id)
  const boardId = board_id ?? 0
  const cards = await cardsOf(boardId)
  expect(cards.map(({ list, title, priority }) => [list, title, priority])).toEqual([
    ['Tarefas pendentes', 'Pagamentos de março', 'medium'],
    ['Em revisão', '=HYPERLINK("http://mal";"clique")', 'none'],
    ['Concluído', 'Pagar com Pix', 'urgent'],
  ])
  const pix = await cardOf(cards.at(-1)?.id ?? 0)
  expect(pix).toMatchObject({
    ...{ estimate: 5, estimated_hours: 2.5, due_date: '2026-03-10', created_at: '2026-02-01T03:30:00.000Z' },
    completed_at: '2026-03-08T18:15:00.000Z',
    description:
      '## Como\n\n**Pix** e `pagar()`\n- um\n   - dois\n```js\nx = "1"\n```\n[site](https://exemplo.com)\n\n## Critérios\n\n- Um\n- Outro',
  })
  expect(pix.labels.map(({ name }) => name).sort()).toEqual(['História', 'checkout', 'urgente'])
  expect(pix.relations.map(({ kind, card }) => [kind, card?.title])).toEqual([['part_of', 'Pagamentos de março']])
  const { fields } = await boardOf(boardId)
  expect(fields.map(({ id, name }) => [name, pix.fields[id]])).toEqual([
    ['Jira', 'PAG-1'],
    ['Sprint', 'Sprint 6, Sprint 7'],
    ['Canal', 'Loja'],
  ])
  const comments = ok(await scene.server.call(commentsApi.list, { token: scene.ana.token, params: { cardId: pix.id } }))
  expect(comments.map(({ author_name, content, created_at }) => [author_name, content, created_at])).toEqual([
    ['Bia Nogueira', 'Vamos?', '2026-03-01T12:00:00.000Z'],
    ['Jonas Dev', '=1+1; foi o **Jonas**', '2026-03-02T12:00:00.000Z'],
  ])
  await scene.server.call(boardsApi.remove, { token: scene.ana.token, params: { boardId } })
})

test(
  'a newer table brings the board up to date without doubles, and is taken back',
  async () => {
    const first = await bring(jiraTable(), 'Jira.csv')
    const before = await cardsOf(first.boardId)
    const again = await bring(jiraTable(), 'Jira.csv')
    expect([again.boardId, (await cardsOf(first.boardId)).map(({ id }) => id)]).toEqual([first.boardId, before.map(({ id }) => id)])

    const [pix = [], bug = [], epic = []] = jiraRows()
    const newer = await bring(
      jiraTable(',', [['Pagar com Pix já', ...pix.slice(1)], bug, epic, ['Nova', 'PAG-9', ...bug.slice(2)]]),
      'Jira.csv',
    )
    expect(newer.boardId).toBe(first.boardId)
    const titles = async () => (await cardsOf(first.boardId)).map(({ title }) => title)
    expect((await titles()).sort()).toEqual(['=HYPERLINK("http://mal";"clique")', 'Nova', 'Pagamentos de março', 'Pagar com Pix já'].sort())

    await takeBack(newer.importId, again.importId)
    expect(await titles()).toEqual(before.map(({ title }) => title))
    await takeBack(first.importId)
    expect((await scene.server.call(boardsApi.get, { token: scene.ana.token, params: { boardId: first.boardId } })).status).toBe(404)
  },
  filesMs,
)

test.for([
  ['a table of something else', 'id,quem\n1,Ana\n', 'não é uma exportação', 'linha 1'],
  ['a table without titles', 'Issue key,Status\nA-1,Done\n', 'coluna dos títulos', 'linha 1'],
  ['a table without issues', jiraTable(',', []), 'nenhum cartão', undefined],
  ['a page', '<!doctype html><title>Log in</title>', 'página da web', undefined],
  ['another JSON', '{"issues": {"total": 3}}', 'não é uma exportação', undefined],
  ['a search without issues', '{"issues": []}', 'não é uma exportação', undefined],
  ['half of one', '{"issues": [\n{"key": "A-1", "fields": {"summary": "x"', 'danificado', 'linha 2'],
  ['issues that are none', '[1, null, {"key": {"a": 1}, "fields": []}, {"key": "A-1", "fields": "x"}]', 'não é uma exportação', undefined],
] as const)('%s is refused with a clear text, and leaves nothing', async ([, file, text, place]) => {
  const { status, message, plan } = await look(file, 'x')
  expect([status, message, plan]).toEqual(['failed', expect.stringContaining(text), null])
  if (place) expect(message).toContain(place)
})

test('an issue of wrong types comes with what of it can be read', async () => {
  const fields = {
    ...{ summary: 'Estranha', status: 'x', priority: [], labels: 'a', components: [null], assignee: 7, comment: { comments: [{}, 'x'] } },
    ...{ created: 'ontem', duedate: 12, description: { type: 'doc', content: [{ type: 'x', content: 'y' }, null] }, parent: 'A-2' },
  }
  const looked = await look({ issues: [{ key: 'A-1', fields, changelog: { histories: [{ items: [7] }] } }] })
  expect([looked.status, looked.plan?.totals.cards]).toEqual(['ready', 1])
})

test(
  'a moment of a year that no answer can say is none',
  async () => {
    const head = 'Summary,Issue key,Issue id,Issue Type,Status,Project key,Created'
    const { boardId } = await bring(`${head}\nPix,LON-1,1,Task,To Do,LON,9999-12-31T23:59:59-12:00\n`, 'longe.csv')
    const [pix] = await cardsOf(boardId)
    expect((await cardOf(pix?.id ?? 0)).created_at.slice(0, 2)).toBe('20')
  },
  filesMs,
)
