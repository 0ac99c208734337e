import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { relationsApi } from '@rodada/contract/cards/relations'
import { expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, ok } from '../../../test/boards.ts'
import { githubView } from '../../../test/github-project.ts'
import { filesMs, importScene, runImport, sendImport } from '../../../test/imports.ts'
import { trelloBoard } from '../../../test/trello.ts'

const scene = importScene('trello')

/** A card goes to a board of Bia's, and she takes Ana, who brought it, off that board. @returns Bia, as who calls for the card */
async function gaveToBia(cardId: number) {
  const { server, ana } = scene
  const bia = await register(server, { name: 'Bia' })
  const board = await makeBoard(server, bia)
  await addToBoard(server, bia, board.id, ana, 'member')
  const list_id = board.lists[0]?.id ?? 0
  ok(await server.call(cardsApi.move, { token: ana.token, params: { cardId }, body: { list_id, after_id: null } }))
  ok(await server.call(boardsApi.removeMember, { token: bia.token, params: { boardId: board.id, userId: ana.user.id } }))
  return { token: bia.token, params: { cardId } }
}

test(
  'what an import brought to a card that went to another board since stays there when the import is taken back',
  async () => {
    const { export: trello } = trelloBoard()
    const first = await scene.bring(trello, 'quadro.json')
    const [checklist] = trello.checklists
    if (!checklist) throw new Error('the board has a checklist')
    const said = trello.actions.find(({ type }) => type === 'commentCard')
    const newer = {
      ...trello,
      actions: [
        { ...said, id: 'f'.repeat(24), date: '2026-03-03T12:00:00.000Z', data: { ...said?.data, text: 'Depois' } },
        ...trello.actions,
      ],
      checklists: [
        { ...checklist, name: 'Pronto mesmo quando' },
        { ...checklist, id: 'e'.repeat(24), name: 'Outra', checkItems: [] },
      ],
    }
    const { importId } = await scene.bring(newer, 'quadro.json')
    const pix = (await scene.cardsOf(first.boardId)).find(({ title }) => title === 'Pagar com Pix')
    const ofBia = await gaveToBia(pix?.id ?? 0)
    const seen = async () => {
      const card = ok(await scene.server.call(cardsApi.get, ofBia))
      const comments = ok(await scene.server.call(commentsApi.list, ofBia))
      return [card.version, card.checklists.map(({ title }) => title), comments.map(({ content }) => content)]
    }
    const before = await seen()
    expect(before.slice(1)).toEqual([
      ['Pronto mesmo quando', 'Outra'],
      ['Vamos?', '=1+1 foi o **Jonas**', 'Depois'],
    ])

    await scene.takeBack(importId)
    expect(await seen()).toEqual(before)
  },
  filesMs,
)

test(
  'a file that is brought again relates no card that went to another board',
  async () => {
    const { server, ana } = scene
    const bring = async () => runImport(server, ana, (await sendImport(server, ana, 'github', githubView(), 'Loja.tsv')).id)
    const first = await bring()
    const pix = (await scene.cardsOf(first.board_id ?? 0)).find(({ title }) => title === 'Pagar com Pix')
    const ofBia = await gaveToBia(pix?.id ?? 0)
    const relations = async () => ok(await server.call(cardsApi.get, ofBia)).relations
    for (const { id } of await relations())
      ok(await server.call(relationsApi.remove, { token: ofBia.token, params: { ...ofBia.params, relationId: id } }))
    expect(await relations()).toEqual([])

    expect((await bring()).board_id).toBe(first.board_id)
    expect(await relations()).toEqual([])
  },
  filesMs,
)
