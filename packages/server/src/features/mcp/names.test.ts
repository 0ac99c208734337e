import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { connectAssistant } from '../../../test/assistants.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { day, makeSprint } from '../../../test/sprints.ts'
import { makeToken } from '../../../test/tokens.ts'
import { clockStepMs } from '../../../test/turns.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true })
  await register(server)
})
afterAll(() => server.stop())

const revisionOf = async (boardId: number) =>
  (await server.app.deps.db.selectFrom('boards').select('revision').where('id', '=', boardId).executeTakeFirstOrThrow()).revision

describe('a name', () => {
  test('that fits several or none is answered with the candidates, and nothing is done', async () => {
    const ana = await register(server, { name: 'Ana Souza' })
    const namesake = await register(server, { name: 'Ana Souza' })
    const [board, twin] = [await makeBoard(server, ana, { title: 'Entregas' }), await makeBoard(server, ana, { title: 'entregas' })]
    await addToBoard(server, ana, board.id, namesake, 'member')
    const params = { boardId: board.id }
    ok(await server.call(boardsApi.addList, { token: ana.token, params, body: { title: 'A fazer' } }))
    const card = await makeCard(server, ana, board)
    await makeCard(server, ana, twin)
    const { use } = await connectAssistant(server, (await makeToken(server, ana)).token)
    const before = await revisionOf(board.id)
    const unclear = async (tool: string, given: Record<string, unknown>) => {
      const { refused, text } = await use(tool, given)
      expect([tool, refused]).toEqual([tool, true])
      return text
    }
    const boards = await unclear('read_board', { board: 'Entregas' })
    expect([boards.includes(`id ${board.id}`), boards.includes(`id ${twin.id}`)]).toEqual([true, true])
    // Never a part of a name: 'Entreg' could become another board tomorrow.
    expect(await unclear('read_board', { board: 'Entreg' })).toContain(`id ${board.id}`)
    expect(await unclear('create_card', { board: board.id, list: 'A fazer', title: 'x' })).toMatch(/Há mais de um.*lista/)
    expect(await unclear('move_card', { card: card.id, status: 'pendente' })).toContain('«A Fazer»')
    expect(await unclear('move_card', { card: card.id, list: 'Feito' })).toContain('«Concluído»')
    const people = await unclear('update_card', { card: card.id, assignee: 'ana souza', title: 'Outro' })
    expect([people.includes(`id ${ana.user.id}`), people.includes(`id ${namesake.user.id}`)]).toEqual([true, true])
    expect(await unclear('update_card', { card: card.id, add_labels: ['Urgente'], title: 'Outro' })).toContain('etiqueta')
    // Both boards begin their keys alike.
    expect(await unclear('add_comment', { card: card.key, text: 'x' })).toContain('mais de um cartão')
    expect(await unclear('add_comment', { card: 'Pix parcelado', text: 'x' })).toContain('chave')
    expect(await unclear('plan_cards', { sprint: 'atual', board: board.id, cards: [card.id] })).toContain('sprint')
    expect(await revisionOf(board.id)).toBe(before)
    expect((await use('update_card', { card: card.id, assignee: namesake.user.id })).refused).toBe(false)
    expect(ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId: card.id } })).assigned_user?.id).toBe(namesake.user.id)
  })
})

describe('a name of digits', () => {
  test('is the name of a board first, and an id where none is called so', async () => {
    const ana = await register(server)
    const board = await makeBoard(server, ana, { title: 'Do ano' })
    const [named, twin] = [await makeBoard(server, ana, { title: String(board.id) }), await makeBoard(server, ana, { title: '2026' })]
    await makeBoard(server, ana, { title: twin.title })
    const { use } = await connectAssistant(server, (await makeToken(server, ana)).token)
    const told = async (said: string | number) => (await use('read_board', { board: said })).text
    expect(await told(String(board.id))).toContain(`«${board.id}» · id ${named.id}\n`)
    expect(await told(`#${board.id}`)).toContain(`«Do ano» · id ${board.id}\n`)
    expect(await told(named.id)).toContain(`«${board.id}» · id ${named.id}\n`)
    expect(await use('read_board', { board: '2026' })).toMatchObject({ refused: true, text: expect.stringMatching(/mais de um.*quadro/) })
  })

  test('is the name of a sprint first, and an id among those of the board that is named', async () => {
    const ana = await register(server)
    const [board, other] = [await makeBoard(server, ana, { title: 'Do ano' }), await makeBoard(server, ana, { title: 'Outro' })]
    const sprint = await makeSprint(server, ana, board, { nome: 'Primeira' })
    const named = await makeSprint(server, ana, board, { nome: String(sprint.id) })
    const twins = [await makeSprint(server, ana, board, { nome: '2026' }), await makeSprint(server, ana, other, { nome: '2026' })]
    const { use } = await connectAssistant(server, (await makeToken(server, ana)).token)
    const told = async (said: string | number, where = {}) => (await use('read_sprint', { sprint: said, ...where })).text
    for (const where of [{}, { board: 'Do ano' }]) {
      expect(await told(sprint.id, where)).toMatch(new RegExp(`«${sprint.id}» .* id ${named.id}\n`))
      expect(await told(`#${sprint.id}`, where)).toMatch(new RegExp(`«Primeira» .* id ${sprint.id}\n`))
      expect(await told(named.id, where)).toMatch(new RegExp(`«${sprint.id}» .* id ${named.id}\n`))
    }
    const elsewhere = await use('read_sprint', { sprint: named.id, board: 'Outro' })
    expect(elsewhere).toMatchObject({ refused: true, text: expect.stringMatching(/Não achei esse nome \(sprint\)/) })
    expect(elsewhere.text).not.toContain(`id ${named.id}`)
    expect(await use('read_sprint', { sprint: '2026' })).toMatchObject({ refused: true, text: expect.stringMatching(/mais de um.*sprint/) })
    expect(await told('2026', { board: 'Outro' })).toContain(`id ${twins[1]?.id}\n`)
  })
})

describe('fields and participants of a card', () => {
  test('are read and set by their names, and a name that is none is answered with those that there are', async () => {
    const ana = await register(server, { name: 'Ana Campos' })
    const [bia, caio] = [await register(server, { name: 'Bia Campos' }), await register(server, { name: 'Caio Campos' })]
    const stranger = await register(server, { name: 'Davi de Fora' })
    const board = await makeBoard(server, ana, { title: 'Campos' })
    const { token } = ana
    for (const person of [bia, caio]) await addToBoard(server, ana, board.id, person, 'member')
    const options = ['Loja', 'Site'].map((name) => ({ name, color: '#c33438' }))
    for (const body of [
      { name: 'Canal', type: 'choice' as const, options },
      { name: 'Valor', type: 'number' as const },
      { name: 'Entrega', type: 'date' as const },
      { name: 'Aprovado', type: 'checkbox' as const },
      { name: 'Revisa', type: 'person' as const },
      { name: 'Cliente', type: 'text' as const },
    ])
      ok(await server.call(boardFieldsApi.add, { token, params: { boardId: board.id }, body }))
    const card = await makeCard(server, ana, board)
    const { use } = await connectAssistant(server, (await makeToken(server, ana)).token)
    expect((await use('read_board', { board: board.id })).text).toContain('«Canal» (choice: «Loja», «Site»), «Valor» (number)')

    const fields = { canal: 'loja', Valor: '12.5', Entrega: day(3), Aprovado: true, Revisa: 'bia campos', Cliente: 'Acme' }
    const changed = await use('update_card', { card: card.key, fields, add_participants: ['Bia Campos', 'eu'] })
    expect(changed).toMatchObject({ refused: false })
    const { text } = await use('read_card', { card: card.key })
    for (const line of [
      ...['Campo «Canal»: «Loja»', 'Campo «Valor»: «12.5»', `Campo «Entrega»: «${day(3)}»`, 'Campo «Aprovado»: sim'],
      ...['Campo «Revisa»: «Bia Campos»', 'Campo «Cliente»: «Acme»'],
    ])
      expect(text).toContain(line)
    expect(text).toMatch(/Participam: (Ana Campos, Bia Campos|Bia Campos, Ana Campos)/)

    const before = await revisionOf(board.id)
    const refusals: [Record<string, unknown>, RegExp][] = [
      [{ fields: { Canais: 'Loja' }, title: 'Outro' }, /campo[\s\S]*«Canal» · choice/],
      [{ fields: { Canal: 'Balcão' }, title: 'Outro' }, /^[^«]*\(opção\)[^«]*```\n«Loja» · campo «Canal»[\s\S]*«Site»/],
      [{ fields: { Revisa: 'Davi de Fora' } }, /pessoa/],
      [{ add_participants: ['Davi de Fora'] }, /pessoa/],
      [{ add_participants: [stranger.user.id] }, /pessoa/],
      [{ remove_participants: ['Caio Campos'], title: 'Outro' }, /participante[\s\S]*«Bia Campos»/],
      [{ fields: { Entrega: '2026-02-30' } }, new RegExp(texts.dateInvalid)],
      [{ fields: { Aprovado: 'talvez' } }, new RegExp(texts.fieldValueInvalid)],
      [
        { fields: Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [String(n), n])) },
        new RegExp(`^fields: ${texts.invalidInput}`),
      ],
    ]
    for (const [given, refusal] of refusals) {
      const answer = await use('update_card', { card: card.key, ...given })
      expect([given, answer.refused, answer.text]).toEqual([given, true, expect.stringMatching(refusal)])
    }
    expect(await revisionOf(board.id)).toBe(before)

    expect(await use('update_card', { card: card.key, fields: { Canal: null, Valor: 7 }, remove_participants: ['eu'] })).toMatchObject({
      refused: false,
    })
    const after = (await use('read_card', { card: card.key })).text
    expect(after).not.toContain('«Canal»')
    expect(after).toContain('Campo «Valor»: «7»')
    expect(after).toContain('Participam: Bia Campos\n')
    const made = await use('create_card', {
      ...{ board: board.id, list: 'A Fazer', title: 'Com campos', fields: { Cliente: 'Globo' }, participants: ['Caio Campos'] },
    })
    const [, id = ''] = /id (\d+)/.exec(made.text) ?? []
    const shown = ok(await server.call(cardsApi.get, { token, params: { cardId: Number(id) } }))
    expect([Object.values(shown.fields), shown.participant_ids]).toEqual([['Globo'], [caio.user.id]])
  })

  test('are not changed by who only reads the board', async () => {
    const [ana, guest] = [await register(server), await register(server, { name: 'Visita' })]
    const board = await makeBoard(server, ana, { title: 'Visitada' })
    await addToBoard(server, ana, board.id, guest, 'guest')
    const card = await makeCard(server, ana, board)
    ok(await server.call(boardFieldsApi.add, { token: ana.token, params: { boardId: board.id }, body: { name: 'Cliente', type: 'text' } }))
    const { use } = await connectAssistant(server, (await makeToken(server, guest)).token)
    const before = await revisionOf(board.id)
    expect(await use('update_card', { card: card.id, fields: { Cliente: 'x' } })).toMatchObject({ refused: true })
    expect((await use('update_card', { card: card.id, add_participants: ['eu'] })).text).toContain('Faltou: participante')
    expect(await revisionOf(board.id)).toBe(before)
  })
})

/** A name that takes long to compare, and is 'a' without its accents. */
const slowName = `a${` ${'\u0301'.repeat(29)}`.repeat(16)}`

test('one field said in a hundred spellings is refused, and takes no longer than said once', async () => {
  const ana = await register(server)
  const board = await makeBoard(server, ana)
  const options = ['a', ...Array.from({ length: 49 }, (_, index) => `Opção ${index}`)].map((name) => ({ name, color: '#c33438' }))
  const params = { boardId: board.id }
  ok(await server.call(boardFieldsApi.add, { token: ana.token, params, body: { name: 'Canal', type: 'choice', options } }))
  const card = await makeCard(server, ana, board, 'Pix')
  const { use } = await connectAssistant(server, (await makeToken(server, ana)).token)
  /** What the process computes, in milliseconds. */
  const cost = async (keys: readonly string[], said: RegExp) => {
    const before = process.threadCpuUsage()
    const fields = Object.fromEntries(keys.map((key) => [key, slowName]))
    const { refused, text } = await use('update_card', { card: card.id, fields })
    const { user, system } = process.threadCpuUsage(before)
    expect([refused, text]).toEqual([true, expect.stringMatching(said)])
    return (user + system) / 1000
  }
  // A field that is none is said last, so that nothing is written.
  const once = () => cost(['Canal', 'Nenhum'], /Não achei esse nome \(campo\)/)
  await once()
  const spellings = Array.from({ length: 99 }, (_, index) => `Canal${' '.repeat(index)}`)
  const often = () => cost([...spellings, 'Nenhum'], /mais de uma vez/)
  // The least of three: during some, memory is tidied up.
  const usual = Math.min(await once(), await once(), await once())
  expect(Math.min(await often(), await often(), await often())).toBeLessThan(10 * Math.max(usual, clockStepMs))
})

test('one field said twice is asked about, and nothing is done', async () => {
  const ana = await register(server)
  const board = await makeBoard(server, ana)
  const params = { boardId: board.id }
  ok(await server.call(boardFieldsApi.add, { token: ana.token, params, body: { name: 'Cliente', type: 'text' } }))
  const card = await makeCard(server, ana, board, 'Pix')
  const { use } = await connectAssistant(server, (await makeToken(server, ana)).token)
  const { refused, text } = await use('update_card', { card: card.id, title: 'Outro', fields: { Cliente: 'Acme', cliente: 'Outra' } })
  expect([refused, text]).toEqual([true, expect.stringContaining('mais de uma vez')])
  expect(ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId: card.id } })).title).toBe('Pix')
})
