import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import type { Card } from '@rodada/contract/cards/cards'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { freshEmail, register } from './accounts.ts'
import type { BoardRequest, Scene } from './board-rules.ts'
import { addToBoard, makeBoard, makeCard, ok } from './boards.ts'

export const token = (scene: Scene) => scene.accounts['board admin'].token
export const boardId = (scene: Scene) => scene.board.id
export const none = async (): Promise<BoardRequest> => ({})
export const board =
  (more: BoardRequest = {}) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: boardId(scene) }, ...more })

export const newList = async (scene: Scene) =>
  ok(await scene.server.call(boardsApi.addList, { token: token(scene), params: { boardId: boardId(scene) }, body: { title: 'Revisão' } }))
export const list =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: boardId(scene), listId: (await newList(scene)).id }, body })

export const newLabel = async (scene: Scene) => {
  const body = { name: 'Urgente', color: '#c33438' }
  return ok(await scene.server.call(boardsApi.addLabel, { token: token(scene), params: { boardId: boardId(scene) }, body }))
}
export const label =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: boardId(scene), labelId: (await newLabel(scene)).id }, body })

export const field =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const add = { token: token(scene), params: { boardId: boardId(scene) }, body: { name: 'Cliente', type: 'text' } }
    const { id } = ok(await scene.server.call(boardFieldsApi.add, add))
    return { params: { boardId: boardId(scene), fieldId: id }, body }
  }
/** A board has room for 30 fields, fewer than there are people here. */
export const withoutFields = async (scene: Scene): Promise<void> => {
  const path = { boardId: boardId(scene) }
  const { fields } = ok(await scene.server.call(boardsApi.get, { token: token(scene), params: path }))
  for (const { id } of fields) ok(await scene.server.call(boardFieldsApi.remove, { token: token(scene), params: { ...path, fieldId: id } }))
}

export const template =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest & { params: { boardId: number; templateId: number } }> => {
    const add = { token: token(scene), params: { boardId: boardId(scene) }, body: { name: 'Incidente' } }
    const { id } = ok(await scene.server.call(cardTemplatesApi.add, add))
    return { params: { boardId: boardId(scene), templateId: id }, body }
  }
export const savedFilter =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const add = { token: token(scene), params: { boardId: boardId(scene) }, body: { name: 'Urgentes', filter: {}, shared: true } }
    const { id } = ok(await scene.server.call(savedFiltersApi.add, add))
    return { params: { boardId: boardId(scene), filterId: id }, body }
  }
/** As with templates, those of the board. */
/** A board takes twenty links. */
export const withoutLinks = (scene: Scene) =>
  scene.server.app.deps.db.deleteFrom('read_links').where('board_id', '=', boardId(scene)).execute()
export const withoutFilters = async (scene: Scene): Promise<void> => {
  const path = { boardId: boardId(scene) }
  for (const { id } of ok(await scene.server.call(savedFiltersApi.list, { token: token(scene), params: path })))
    ok(await scene.server.call(savedFiltersApi.remove, { token: token(scene), params: { ...path, filterId: id } }))
}

/** A board has room for 50 templates, and they would gather with each person here. */
export const withoutTemplates = async (scene: Scene): Promise<void> => {
  const path = { boardId: boardId(scene) }
  for (const { id } of ok(await scene.server.call(cardTemplatesApi.list, { token: token(scene), params: path })))
    ok(await scene.server.call(cardTemplatesApi.remove, { token: token(scene), params: { ...path, templateId: id } }))
}

export const spare =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: boardId(scene), userId: scene.spare.user.id }, body })

/** The member is asked back to a board that they left. */
export const ownInvitation = async (scene: Scene): Promise<BoardRequest> => {
  const { member } = scene.accounts
  // Somebody else each time: a person whose board one left asks before they put one on another.
  const owner = await register(scene.server)
  const { id } = await makeBoard(scene.server, owner)
  await addToBoard(scene.server, owner, id, member, 'member')
  const call = scene.server.call
  ok(await call(boardsApi.removeMember, { token: member.token, params: { boardId: id, userId: member.user.id } }))
  const { invitation } = ok(await call(boardsApi.addMember, { token: owner.token, params: { boardId: id }, body: { email: member.email } }))
  return { params: { invitationId: invitation?.id ?? 0 } }
}

/** A link to a board, as its admin got it. */
export const newInvitation = async (scene: Scene, onBoard: number) => {
  const body = { email: freshEmail() }
  const { invitation } = ok(await scene.server.call(boardsApi.addMember, { token: token(scene), params: { boardId: onBoard }, body }))
  if (!invitation) throw new Error('no invitation')
  return { id: invitation.id, token: invitation.url?.split('#').at(-1) ?? '' }
}

export const newCard = (scene: Scene) => makeCard(scene.server, scene.accounts['board admin'], scene.board)
export const card =
  (body?: unknown | ((card: Card) => unknown), query?: Record<string, number>) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const made = await newCard(scene)
    return { params: { cardId: made.id }, body: typeof body === 'function' ? body(made) : body, ...(query && { query }) }
  }
/** Somebody of the board, and a card that they may take part in. */
export const participant = async (scene: Scene): Promise<BoardRequest> => ({
  params: { cardId: (await newCard(scene)).id, userId: scene.accounts.member.user.id },
})
/** A card by a key that no card of another scene has. */
export const byKey = async (scene: Scene): Promise<BoardRequest> => {
  const key_prefix = scene.board.is_public ? 'CENAP' : 'CENA'
  ok(await scene.server.call(boardsApi.update, { token: token(scene), params: { boardId: boardId(scene) }, body: { key_prefix } }))
  return { params: { key: (await newCard(scene)).key } }
}
export const cardByPath =
  (body?: unknown | ((card: Card) => unknown)) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const made = await newCard(scene)
    const params = { boardId: made.board_id, listId: made.list_id, cardId: made.id }
    return { params, body: typeof body === 'function' ? body(made) : body }
  }

export const comment =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const params = { cardId: (await newCard(scene)).id }
    const { id } = ok(
      await scene.server.call(commentsApi.add, { token: scene.accounts.member.token, params, body: { content: 'Feito ontem.' } }),
    )
    return { params: { ...params, commentId: id }, body }
  }

export const checklist =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const params = { cardId: (await newCard(scene)).id }
    const { id } = ok(await scene.server.call(checklistsApi.add, { token: token(scene), params, body: { title: 'Antes de subir' } }))
    return { params: { ...params, checklistId: id }, body }
  }
export const item =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const { params } = await checklist()(scene)
    const { id } = ok(
      await scene.server.call(checklistsApi.addItem, { token: token(scene), params: { ...params }, body: { title: 'Testar' } }),
    )
    return { params: { ...params, itemId: id }, body }
  }

export const toFirstList = ({ list_id }: Card) => ({ list_id, position: 0 })
export const bringBack = (scene: Scene) =>
  scene.server.call(boardsApi.restore, { token: token(scene), params: { boardId: boardId(scene) } })
