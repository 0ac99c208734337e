import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { texts } from '@rodada/contract/texts/texts'
import type { BoardRequest, BoardRow, Scene } from './board-rules.ts'
import { makeCard, ok } from './boards.ts'
import { fibonacci, openEstimation, soon } from './estimations.ts'

const owner = (scene: Scene) => scene.accounts['board admin']
const newBody = async (scene: Scene) => ({
  board_id: scene.board.id,
  card_ids: [(await makeCard(scene.server, owner(scene), scene.board)).id],
  deck: fibonacci,
  voter_ids: [scene.accounts.member.user.id, owner(scene).user.id],
  closes_at: soon(),
})

/** A board keeps no more open ones than a test of everybody opens. */
const closeAll = async ({ server, board }: Scene) => {
  const closed = { closed_at: new Date().toISOString() }
  await server.app.deps.db.updateTable('estimations').set(closed).where('board_id', '=', board.id).where('closed_at', 'is', null).execute()
}

/** An estimation of the board's admin, in which the admin and the member vote. */
const opened = async (scene: Scene) => {
  await closeAll(scene)
  return openEstimation(scene.server, owner(scene), await newBody(scene))
}
const estimation = async (scene: Scene): Promise<BoardRequest> => ({ params: { estimationId: (await opened(scene)).id } })

/** Every call about sealed estimations, in the form of the rows of boards. A new one needs a row. */
export const estimationRows: Record<string, BoardRow> = {
  'estimations.list': { need: 'session', request: async () => ({}) },
  'references.ownVotes': { need: 'session', request: async () => ({}) },
  'estimations.get': { need: 'read', request: estimation },
  'estimations.create': {
    need: 'write',
    request: async (scene) => {
      await closeAll(scene)
      return { body: await newBody(scene) }
    },
  },
  'estimations.vote': {
    need: 'vote in an estimation',
    refused: texts.estimationNotVoter,
    request: async (scene) => {
      const { id, cards } = await opened(scene)
      return { params: { estimationId: id, cardId: cards[0]?.card_id ?? 0 }, body: { vote: '5' } }
    },
  },
  'estimations.close': { need: 'administer', request: estimation },
  'estimations.room': {
    need: 'write',
    request: async (scene) => {
      const { params } = await estimation(scene)
      ok(await scene.server.call(estimationsApi.close, { token: owner(scene).token, params }))
      return { params }
    },
  },
}
