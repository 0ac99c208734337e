import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { participantsApi } from '@rodada/contract/cards/participants'
import { expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { addToBoard, makeCard, ok } from '../../../test/boards.ts'
import { filesMs, importScene } from '../../../test/imports.ts'
import { trelloBoard } from '../../../test/trello.ts'

const scene = importScene('trello')
const { boardOf, bring, cardOf, cardsOf, takeBack } = scene

type Board = ReturnType<typeof trelloBoard>['export']
/** The board of a newer export: 'Pagar com Pix' changed in everything that a card has, and the first idea got a new label, field and list. */
function newerOf(board: Board) {
  const [pix, formula, first, ...others] = board.cards
  const [checklist] = board.checklists
  if (!pix || !formula || !first || !checklist) throw new Error('the board has cards')
  const [label, field, list] = ['nova etiqueta', 'novo campo', 'nova lista'] as const
  return {
    ...board,
    labels: [...board.labels, { id: label, idBoard: board.id, name: 'Nova', color: 'blue' }],
    lists: [...board.lists, { id: list, idBoard: board.id, name: 'Nova lista', pos: 900, closed: false }],
    customFields: [
      ...board.customFields,
      { id: field, idModel: board.id, modelType: 'board', name: 'Novo', type: 'text', pos: 3, display: { cardFront: false } },
    ],
    cards: [
      {
        ...pix,
        ...{ name: 'Pagar com Pix já', desc: 'Outra descrição', due: '2026-05-10T15:00:00.000Z', idLabels: [pix.idLabels[0] ?? '', label] },
        customFieldItems: [{ id: 'v', idCustomField: board.customFields[0]?.id, value: { number: '99' } }],
        attachments: [
          { id: 'l1', name: 'um', url: 'https://exemplo.com.br/um', isUpload: false, date: '2026-04-01T12:00:00.000Z' },
          { id: 'l2', name: 'dois', url: 'https://exemplo.com.br/dois', isUpload: false, date: '2026-04-01T12:00:00.000Z' },
        ],
      },
      { ...formula, idList: list },
      { ...first, idList: list, idLabels: [label], customFieldItems: [{ id: 'w', idCustomField: field, value: { text: 'Azul' } }] },
      ...others,
    ],
    checklists: [{ ...checklist, name: 'Pronto mesmo quando', checkItems: checklist.checkItems.slice(0, 1) }],
  }
}

/** A board that was brought, and then brought up to date, with its cards by their titles then. */
async function updated() {
  const trello = trelloBoard()
  const first = await bring(trello.export, 'quadro.json')
  const before = await cardsOf(first.boardId)
  const idOf = (title: string) => before.find((card) => card.title === title)?.id ?? 0
  const cards = { pix: idOf('Pagar com Pix'), first: idOf('Primeira ideia'), formula: idOf('=HYPERLINK("http://mal","clique")') }
  const whole = await cardOf(cards.pix)
  const newer = newerOf(trello.export)
  const second = await bring(newer, 'quadro.json')
  expect(second.boardId).toBe(first.boardId)
  return { ...first, importId: second.importId, cards, before, whole, newer }
}
const warnings = async (importId: number) =>
  ok(await scene.server.call(importsApi.get, { token: scene.ana.token, params: { importId } })).warnings
const shownOf = ({ title, description, due_date, labels, fields, checklists }: Awaited<ReturnType<typeof cardOf>>) => ({
  ...{ title, description, due_date, labels: labels.map(({ name }) => name), fields },
  checklists: checklists.map((checklist) => [checklist.title, checklist.items.map((item) => [item.title, item.completed])]),
})
const linksOf = async (cardId: number) =>
  ok(await scene.server.call(attachmentsApi.list, { token: scene.ana.token, params: { cardId } })).map(({ title }) => title)

test(
  'what nobody touched since is as it was before, lists, labels and fields too, and the same file brings it again',
  async () => {
    const { boardId, importId, cards, before, whole, newer } = await updated()
    expect(shownOf(await cardOf(cards.pix))).not.toEqual(shownOf(whole))
    await takeBack(importId)
    expect((await cardsOf(boardId)).map(({ id, list, title }) => [id, list, title])).toEqual(
      before.map(({ id, list, title }) => [id, list, title]),
    )
    expect(shownOf(await cardOf(cards.pix))).toEqual(shownOf(whole))
    expect(await linksOf(cards.pix)).toEqual(['tela.png'])
    const board = await boardOf(boardId)
    expect([board.lists, board.labels, board.fields].map((things) => things.length)).toEqual([3, 2, 2])
    expect((await warnings(importId)).filter(({ kind }) => kind === 'changed_since')).toEqual([])

    await bring(newer, 'quadro.json')
    expect(await cardOf(cards.pix)).toMatchObject({ title: 'Pagar com Pix já', description: 'Outra descrição' })
  },
  filesMs,
)

test(
  'what colleagues changed since stays as they made it, is counted, and the rest comes back',
  async () => {
    const { boardId, importId, cards, whole } = await updated()
    const { server, ana } = scene
    const bia = await register(server, { name: 'Bia' })
    await addToBoard(server, ana, boardId, bia, 'member')
    const of = (cardId: number) => ({ token: bia.token, params: { cardId } })
    const board = await boardOf(boardId)
    const [valor] = board.fields
    const mine = ok(
      await server.call(boardsApi.addLabel, { token: bia.token, params: { boardId }, body: { name: 'Da Bia', color: '#266fb8' } }),
    )
    const added = board.labels.find(({ name }) => name === 'Nova')?.id ?? 0
    const now = await cardOf(cards.pix)
    // Five things of the card: its title, a value, its checklist, a link's name and its place; a label and a person besides.
    ok(
      await server.call(cardsApi.update, {
        ...of(cards.pix),
        body: { title: 'Pix, como a Bia quer', version: now.version, fields: { [valor?.id ?? 0]: 7 } },
      }),
    )
    ok(await server.call(cardsApi.addLabel, { ...of(cards.pix), body: { label_id: mine.id } }))
    ok(await server.call(participantsApi.add, { token: bia.token, params: { cardId: cards.pix, userId: bia.user.id } }))
    const [checklist] = now.checklists
    ok(
      await server.call(checklistsApi.addItem, {
        token: bia.token,
        params: { cardId: cards.pix, checklistId: checklist?.id ?? 0 },
        body: { title: 'Da Bia' },
      }),
    )
    const links = ok(await server.call(attachmentsApi.list, of(cards.pix)))
    const one = links.find(({ title }) => title === 'um')
    ok(
      await server.call(attachmentsApi.rename, {
        token: bia.token,
        params: { cardId: cards.pix, attachmentId: one?.id ?? 0 },
        body: { title: 'um, da Bia' },
      }),
    )
    // The label that the import added is on a card of hers, and so is the list: a card stays there.
    ok(await server.call(cardsApi.addLabel, { ...of(cards.formula), body: { label_id: added } }))
    const inNew = board.lists.find(({ title }) => title === 'Nova lista')?.id ?? 0
    ok(await server.call(boardsApi.updateList, { token: ana.token, params: { boardId, listId: inNew }, body: { title: 'Lista da Bia' } }))
    const doing = board.lists.find(({ title }) => title === 'Fazendo')?.id ?? 0
    ok(await server.call(cardsApi.move, { ...of(cards.first), body: { list_id: doing, after_id: null } }))
    await makeCard(
      server,
      bia,
      board,
      'Da Bia',
      board.lists.findIndex(({ id }) => id === inNew),
    )

    await takeBack(importId)
    const after = await cardOf(cards.pix)
    expect(after).toMatchObject({ title: 'Pix, como a Bia quer', description: whole.description, due_date: whole.due_date })
    expect(after.labels.map(({ name }) => name).sort()).toEqual(['Da Bia', ...whole.labels.map(({ name }) => name)].sort())
    expect(after.fields[valor?.id ?? 0]).toBe(7)
    expect(after.participant_ids).toEqual([...whole.participant_ids, bia.user.id])
    expect(after.checklists.map(({ title, items }) => [title, items.length])).toEqual([['Pronto mesmo quando', 2]])
    expect((await linksOf(cards.pix)).sort()).toEqual(['tela.png', 'um, da Bia'])
    const lists = (await cardsOf(boardId)).map(({ id, list }) => [id, list])
    expect(lists).toContainEqual([cards.first, 'Fazendo'])
    expect(lists).toContainEqual([cards.formula, 'Ideias'])
    const left = await boardOf(boardId)
    expect(left.lists.map(({ title }) => title)).toContain('Lista da Bia')
    expect(left.labels.map(({ name }) => name)).toContain('Nova')
    expect(left.fields.map(({ name }) => name)).toEqual(['Valor', 'Canal'])
    expect((await cardOf(cards.formula)).labels.map(({ name }) => name)).toEqual(['Nova'])
    expect((await cardOf(cards.first)).labels).toEqual([])
    const told = (await warnings(importId)).find(({ kind }) => kind === 'changed_since')
    // Title, value, checklist and link of one card, the place of another, a label and a list.
    expect([told?.count, told?.text]).toEqual([7, 'Coisas que alguém mudou depois, e que ficaram assim: 7'])
  },
  filesMs,
)

test(
  'of what the version before noted all comes back',
  async () => {
    const { importId, cards, whole } = await updated()
    const { server, ana } = scene
    const { db } = server.app.deps
    // It did not say what the import made of a card, nor what the file had said.
    for (const { id, earlier } of await db
      .selectFrom('import_changes')
      .select(['id', 'earlier'])
      .where('import_id', '=', importId)
      .where('earlier', 'is not', null)
      .execute()) {
      const { made: _, digest: __, ...rest } = JSON.parse(earlier ?? '{}') as Record<string, unknown>
      await db
        .updateTable('import_changes')
        .set({ earlier: JSON.stringify(rest) })
        .where('id', '=', id)
        .execute()
    }
    const { version } = await cardOf(cards.pix)
    const body = { title: 'Mudada depois', version }
    ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: cards.pix }, body }))
    await takeBack(importId)
    expect(shownOf(await cardOf(cards.pix))).toEqual(shownOf(whole))
    expect(await linksOf(cards.pix)).toEqual(['tela.png'])
  },
  filesMs,
)
