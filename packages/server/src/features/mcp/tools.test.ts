import { tokensApi } from '@rodada/contract/auth/tokens'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { connectAssistant, postMessage, readingTools, toolCall, writingTools } from '../../../test/assistants.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { day, makeSprint } from '../../../test/sprints.ts'
import { makeToken } from '../../../test/tokens.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  // The first account administers, and none of the others do.
  await register(server)
})
afterAll(() => server.stop())

/** What is said where there is nothing, as far as an assistant may know. */
const goneText = ({ sprint }: Record<string, unknown>) => (typeof sprint === 'number' ? texts.sprintNotFound : texts.notFound)
const revisionOf = async (boardId: number) =>
  (await server.app.deps.db.selectFrom('boards').select('revision').where('id', '=', boardId).executeTakeFirstOrThrow()).revision

describe('each tool, as each kind of token', () => {
  let ana: Account
  let boardId: number
  let given: Record<string, () => Promise<Record<string, unknown>>>
  const tokens = {} as Record<'reads' | 'writes' | 'writes another board' | 'revoked', string>
  const marker = 'Matriz secreta'
  beforeAll(async () => {
    ana = await register(server, { name: 'Ana Matriz' })
    const board = await makeBoard(server, ana, { title: marker })
    boardId = board.id
    const other = await makeBoard(server, ana, { title: 'Outro' })
    const sprint = await makeSprint(server, ana, board, { nome: `Sprint ${marker}` })
    const card = async () => (await makeCard(server, ana, board, `Cartão ${marker}`)).id
    const kept = await card()
    const item = async () => {
      const params = { cardId: await card() }
      const { id } = ok(await server.call(checklistsApi.add, { token: ana.token, params, body: { title: 'Lista' } }))
      ok(await server.call(checklistsApi.addItem, { token: ana.token, params: { ...params, checklistId: id }, body: { title: 'Um' } }))
      return params.cardId
    }
    const planned = async () => {
      const id = await card()
      const assistant = await connectAssistant(server, tokens.writes)
      await assistant.use('plan_cards', { sprint: sprint.id, cards: [id] })
      return id
    }
    given = {
      find_cards: async () => ({ query: marker }),
      find_boards: async () => ({}),
      find_people: async () => ({ board: boardId }),
      my_tasks: async () => ({}),
      read_board: async () => ({ board: boardId }),
      read_card: async () => ({ card: kept }),
      read_activity: async () => ({ card: kept }),
      list_sprints: async () => ({ board: boardId }),
      read_sprint: async () => ({ sprint: sprint.id }),
      read_backlog: async () => ({ board: boardId }),
      sprint_report: async () => ({ sprint: sprint.id }),
      velocity: async () => ({ board: boardId }),
      list_estimations: async () => ({ board: boardId }),
      create_card: async () => ({ board: boardId, list: 'A Fazer', title: 'Novo' }),
      update_card: async () => ({ card: await card(), title: 'Mudado' }),
      move_card: async () => ({ card: await card(), list: 'Concluído' }),
      add_comment: async () => ({ card: kept, text: 'Olá' }),
      add_checklist_items: async () => ({ card: kept, items: ['Um'] }),
      tick_checklist_item: async () => ({ card: await item(), item: 'Um' }),
      create_sprint: async () => ({ board: boardId, name: 'Nova', start_date: day(), end_date: day(7) }),
      plan_cards: async () => ({ sprint: sprint.id, cards: [await card()] }),
      unplan_cards: async () => ({ cards: [await planned()] }),
      open_estimation: async () => ({ board: boardId, cards: [await card()] }),
    }
    tokens.reads = (await makeToken(server, ana, { scope: 'read' })).token
    tokens.writes = (await makeToken(server, ana, { board_ids: [boardId] })).token
    tokens['writes another board'] = (await makeToken(server, ana, { board_ids: [other.id] })).token
    const revoked = await makeToken(server, ana)
    tokens.revoked = revoked.token
    ok(await server.call(tokensApi.revoke, { token: ana.token, params: { tokenId: revoked.id } }))
  })

  test('has a row for each tool', () => expect(Object.keys(given).sort()).toEqual([...readingTools, ...writingTools].sort()))

  test.each([...readingTools, ...writingTools])('%s', async (name) => {
    const input = await given[name]?.()
    const before = await revisionOf(boardId)
    expect((await postMessage(server, tokens.revoked, { ...toolCall, params: { name, arguments: input } })).status).toBe(401)
    const [reader, stranger, writer] = [
      await connectAssistant(server, tokens.reads),
      await connectAssistant(server, tokens['writes another board']),
      await connectAssistant(server, tokens.writes),
    ]
    const read = await reader.use(name, input)
    const isReading = readingTools.includes(name)
    if (isReading) expect(read).toMatchObject({ refused: false })
    else expect(read).toEqual({ refused: true, text: texts.tokenRefused })
    const elsewhere = await stranger.use(name, input)
    expect(elsewhere.text).not.toContain(marker)
    // What lists over all boards finds nothing of this one.
    const isEverywhere = ['find_cards', 'find_boards', 'my_tasks'].includes(name)
    if (isEverywhere) expect(elsewhere.refused).toBe(false)
    else expect(elsewhere).toEqual({ refused: true, text: goneText(input ?? {}) })
    expect(await revisionOf(boardId)).toBe(before)
    expect(await writer.use(name, input)).toMatchObject({ refused: false })
    const after = await revisionOf(boardId)
    if (isReading) expect(after).toBe(before)
    // An estimation is nothing of the board until it closes.
    else if (name !== 'open_estimation') expect(after).toBeGreaterThan(before)
  })
})
