import { filesApi } from '@rodada/contract/cards/files'
import type { BoardRequest, BoardRow, Scene } from './board-rules.ts'
import { makeCard, ok } from './boards.ts'
import { picture, upload } from './files.ts'

const newFile = async (scene: Scene) => {
  const card = await makeCard(scene.server, scene.accounts['board admin'], scene.board)
  return ok(await upload(scene.server, scene.accounts.member, card.id, await picture(40, 20).png().toBuffer(), 'tela.png'))
}
const file = async (scene: Scene): Promise<BoardRequest> => ({ params: { fileId: (await newFile(scene)).id } })

/** Calls about files of cards. */
export const fileRows: Record<string, BoardRow> = {
  'files.list': { need: 'read', request: async (scene) => ({ params: { cardId: (await newFile(scene)).card_id } }) },
  'files.upload': {
    need: 'write',
    request: async (scene) => ({
      params: { cardId: (await makeCard(scene.server, scene.accounts['board admin'], scene.board)).id },
      query: { name: 'ata.txt' },
      body: Buffer.from('Ata da reunião'),
    }),
  },
  'files.addresses': { need: 'session', request: async (scene) => ({ query: { ids: `${(await newFile(scene)).id}` } }) },
  'files.get': { need: 'read', request: file },
  'files.preview': { need: 'read', request: file },
  'files.remove': { need: 'write', request: file },
  'files.restore': {
    need: 'write',
    request: async (scene) => {
      const { id: fileId } = await newFile(scene)
      ok(await scene.server.call(filesApi.remove, { token: scene.accounts['board admin'].token, params: { fileId } }))
      return { params: { fileId } }
    },
  },
}
