import { type Board, boardsApi } from '@rodada/contract/boards/boards'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { bulkApi } from '@rodada/contract/cards/bulk'
import { type Card, cardsApi } from '@rodada/contract/cards/cards'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { relationsApi } from '@rodada/contract/cards/relations'
import { texts } from '@rodada/contract/texts/texts'
import { type Account, freshEmail, register } from './accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from './boards.ts'
import type { TestServer } from './harness.ts'

/** Everybody who may stand before a board. */
export const people = [
  'no token',
  'stranger',
  /** Managers of the instance are treated like admins in one redirect, and nowhere else. */
  'manager',
  'guest',
  'member',
  /** A member of the board whose account is a guest of the instance. */
  'instance guest',
  'board admin',
  'system admin',
  'deactivated member',
  'just removed',
] as const
export type Person = (typeof people)[number]
export type Visibility = 'private' | 'public'

/** A board with its people, and somebody more on it who can be spared. */
export type Scene = { server: TestServer; board: Board; accounts: Record<Exclude<Person, 'no token'>, Account>; spare: Account }
export type BoardRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
}

const [outside, on] = [
  ['stranger', 'manager', 'just removed'],
  ['guest', 'member', 'instance guest', 'board admin', 'system admin'],
] as const
const signedIn: readonly Person[] = [...outside, ...on]

/**
 * Who may do what, decided here a second time: on a private board, and on a public one. Those in `yes` get 200. Of the
 * others, those without a session get 401, those who see the board 403, and for everybody else it does not exist: 404.
 */
const needs = {
  /** Nothing but a session; what the reply holds depends on who asks. */
  session: { yes: signedIn, publicYes: signedIn },
  /** Everybody with a session but guests of the instance. */
  'create a board': { yes: signedIn.filter((who) => who !== 'instance guest') },
  read: { yes: on, publicYes: signedIn },
  write: { yes: ['member', 'instance guest', 'board admin', 'system admin'] },
  administer: { yes: ['board admin', 'system admin'] },
  /** Who reads it, but guests of the instance, who make no boards. */
  'copy a board': { yes: on.filter((who) => who !== 'instance guest'), publicYes: signedIn.filter((who) => who !== 'instance guest') },
  /** The comment is the member's. */
  'edit a comment': { yes: ['member'] },
  'remove a comment': { yes: ['member', 'board admin', 'system admin'] },
  /** These two are its voters. */
  'vote in an estimation': { yes: ['member', 'board admin'] },
  /** A deleted board exists only for who may bring it back. */
  undelete: { yes: ['board admin', 'system admin'], unseen: true },
  /** The member is asked back to a board; that others are is nobody else's to know. */
  'answer an invitation': { yes: ['member'], unseen: true },
} as const satisfies Record<string, { yes: readonly Person[]; publicYes?: readonly Person[]; unseen?: boolean }>
export type Need = keyof typeof needs

/** The status that the rules above ask for. */
export function expectedStatus(need: Need, visibility: Visibility, who: Person): number {
  const rule: { yes: readonly Person[]; publicYes?: readonly Person[]; unseen?: boolean } = needs[need]
  if (!signedIn.includes(who)) return 401
  if ((visibility === 'public' ? (rule.publicYes ?? rule.yes) : rule.yes).includes(who)) return 200
  const sees = !rule.unseen && (visibility === 'public' || (on as readonly Person[]).includes(who))
  return sees ? 403 : 404
}

export type BoardRow = {
  need: Need
  /** A request that succeeds for who may make it, with whatever it needs made anew. */
  request: (scene: Scene) => Promise<BoardRequest>
  /** What 403 says, when it is not the common text. */
  refused?: string
  /** What 404 says, when it is not the common text. */
  gone?: string
  /** Puts back what a success took away from the scene. */
  after?: (scene: Scene) => Promise<unknown>
}

const token = (scene: Scene) => scene.accounts['board admin'].token
const boardId = (scene: Scene) => scene.board.id
const none = async (): Promise<BoardRequest> => ({})
const board =
  (more: BoardRequest = {}) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: boardId(scene) }, ...more })

const newList = async (scene: Scene) =>
  ok(await scene.server.call(boardsApi.addList, { token: token(scene), params: { boardId: boardId(scene) }, body: { title: 'Revisão' } }))
const list =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: boardId(scene), listId: (await newList(scene)).id }, body })

const newLabel = async (scene: Scene) => {
  const body = { name: 'Urgente', color: '#c33438' }
  return ok(await scene.server.call(boardsApi.addLabel, { token: token(scene), params: { boardId: boardId(scene) }, body }))
}
const label =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: boardId(scene), labelId: (await newLabel(scene)).id }, body })

const field =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const add = { token: token(scene), params: { boardId: boardId(scene) }, body: { name: 'Cliente', type: 'text' } }
    const { id } = ok(await scene.server.call(boardFieldsApi.add, add))
    return { params: { boardId: boardId(scene), fieldId: id }, body }
  }
/** A board has room for 30 fields, fewer than there are people here. */
const withoutFields = async (scene: Scene): Promise<void> => {
  const path = { boardId: boardId(scene) }
  const { fields } = ok(await scene.server.call(boardsApi.get, { token: token(scene), params: path }))
  for (const { id } of fields) ok(await scene.server.call(boardFieldsApi.remove, { token: token(scene), params: { ...path, fieldId: id } }))
}

const spare =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: boardId(scene), userId: scene.spare.user.id }, body })

/** The member is asked back to a board that they left. */
const ownInvitation = async (scene: Scene): Promise<BoardRequest> => {
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
const newInvitation = async (scene: Scene, onBoard: number) => {
  const body = { email: freshEmail() }
  const { invitation } = ok(await scene.server.call(boardsApi.addMember, { token: token(scene), params: { boardId: onBoard }, body }))
  if (!invitation) throw new Error('no invitation')
  return { id: invitation.id, token: invitation.url?.split('#').at(-1) ?? '' }
}

const newCard = (scene: Scene) => makeCard(scene.server, scene.accounts['board admin'], scene.board)
const card =
  (body?: unknown | ((card: Card) => unknown), query?: Record<string, number>) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const made = await newCard(scene)
    return { params: { cardId: made.id }, body: typeof body === 'function' ? body(made) : body, ...(query && { query }) }
  }
/** Somebody of the board, and a card that they may take part in. */
const participant = async (scene: Scene): Promise<BoardRequest> => ({
  params: { cardId: (await newCard(scene)).id, userId: scene.accounts.member.user.id },
})
/** A card by a key that no card of another scene has. */
const byKey = async (scene: Scene): Promise<BoardRequest> => {
  const key_prefix = scene.board.is_public ? 'CENAP' : 'CENA'
  ok(await scene.server.call(boardsApi.update, { token: token(scene), params: { boardId: boardId(scene) }, body: { key_prefix } }))
  return { params: { key: (await newCard(scene)).key } }
}
const cardByPath =
  (body?: unknown | ((card: Card) => unknown)) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const made = await newCard(scene)
    const params = { boardId: made.board_id, listId: made.list_id, cardId: made.id }
    return { params, body: typeof body === 'function' ? body(made) : body }
  }

const comment =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const params = { cardId: (await newCard(scene)).id }
    const { id } = ok(
      await scene.server.call(commentsApi.add, { token: scene.accounts.member.token, params, body: { content: 'Feito ontem.' } }),
    )
    return { params: { ...params, commentId: id }, body }
  }

const checklist =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const params = { cardId: (await newCard(scene)).id }
    const { id } = ok(await scene.server.call(checklistsApi.add, { token: token(scene), params, body: { title: 'Antes de subir' } }))
    return { params: { ...params, checklistId: id }, body }
  }
const item =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const { params } = await checklist()(scene)
    const { id } = ok(
      await scene.server.call(checklistsApi.addItem, { token: token(scene), params: { ...params }, body: { title: 'Testar' } }),
    )
    return { params: { ...params, itemId: id }, body }
  }

const toFirstList = ({ list_id }: Card) => ({ list_id, position: 0 })
const bringBack = (scene: Scene) => scene.server.call(boardsApi.restore, { token: token(scene), params: { boardId: boardId(scene) } })

/** Every call about boards and what is on them. A new one needs a row. */
export const boardRows: Record<string, BoardRow> = {
  'boards.list': { need: 'session', request: none },
  'boards.counts': { need: 'session', request: none },
  'boards.ofUser': { need: 'session', request: async (scene) => ({ params: { userId: scene.accounts['board admin'].user.id } }) },
  'boards.create': {
    need: 'create a board',
    refused: texts.guestsCannotCreate,
    request: async () => ({ body: { title: 'Meu quadro' } }),
  },
  'boards.copy': {
    need: 'copy a board',
    refused: texts.guestsCannotCreate,
    request: board({ body: { title: 'Cópia' } }),
  },
  'boards.copies': { need: 'session', request: none },
  'boards.get': { need: 'read', request: board() },
  'boards.changes': { need: 'read', request: board({ query: { since: 0 } }) },
  'boards.activity': { need: 'read', request: board() },
  'boards.archive': { need: 'read', request: board() },
  'boards.update': { need: 'administer', request: board({ body: { title: 'Entregas de maio' } }) },
  'deckPoints.change': { need: 'write', request: board({ body: { points: [{ face: 'M', points: 5 }] } }) },
  'boards.remove': { need: 'administer', request: board(), after: bringBack },
  'boards.restore': {
    need: 'undelete',
    request: async (scene) => {
      ok(await scene.server.call(boardsApi.remove, { token: token(scene), params: { boardId: boardId(scene) } }))
      return { params: { boardId: boardId(scene) } }
    },
    after: bringBack,
  },

  'boards.addMember': { need: 'administer', request: async (scene) => board({ body: { email: freshEmail() } })(scene) },
  'boards.updateMember': { need: 'administer', request: spare({ role: 'guest' }) },
  'boards.removeMember': {
    need: 'administer',
    request: spare(),
    after: (scene) =>
      scene.server.call(boardsApi.addMember, {
        token: token(scene),
        params: { boardId: boardId(scene) },
        body: { email: scene.spare.email },
      }),
  },
  'invitations.ofBoard': { need: 'administer', request: board() },
  'invitations.revoke': {
    need: 'administer',
    request: async (scene) => ({
      params: { boardId: boardId(scene), invitationId: (await newInvitation(scene, boardId(scene))).id },
    }),
  },
  'invitations.open': {
    need: 'session',
    request: async (scene) => ({ body: { token: (await newInvitation(scene, boardId(scene))).token } }),
  },
  'invitations.own': { need: 'session', request: async () => ({}) },
  'invitations.acceptOwn': { need: 'answer an invitation', request: ownInvitation, gone: texts.invitationOver },
  'invitations.declineOwn': { need: 'answer an invitation', request: ownInvitation, gone: texts.invitationOver },
  // To another board: otherwise the person who accepts would be on this one from then on.
  'invitations.accept': {
    need: 'session',
    request: async (scene) => {
      const { id } = await makeBoard(scene.server, scene.accounts['board admin'])
      return { body: { token: (await newInvitation(scene, id)).token } }
    },
  },

  'boards.lists': { need: 'read', request: board() },
  'boards.addList': { need: 'write', request: board({ body: { title: 'Revisão' } }) },
  'boards.updateList': { need: 'write', request: list({ title: 'Em revisão' }) },
  'boards.moveList': { need: 'write', request: list({ position: 0 }) },
  'boards.removeList': { need: 'write', request: list() },
  'boards.archiveList': { need: 'write', request: list() },
  'boards.copyList': { need: 'write', request: list({}) },
  'boards.restoreList': {
    need: 'write',
    request: async (scene) => {
      const params = { boardId: boardId(scene), listId: (await newList(scene)).id }
      ok(await scene.server.call(boardsApi.archiveList, { token: token(scene), params }))
      return { params }
    },
  },
  'boards.addLabel': { need: 'write', request: board({ body: { name: 'Urgente', color: '#c33438' } }) },
  'boards.updateLabel': { need: 'write', request: label({ name: 'Para já' }) },
  'boards.removeLabel': { need: 'write', request: label() },

  'boardFields.add': { need: 'administer', request: board({ body: { name: 'Cliente', type: 'text' } }), after: withoutFields },
  'boardFields.get': { need: 'read', request: field(), after: withoutFields },
  'boardFields.update': { need: 'administer', request: field({ name: 'Quem pediu', on_card: true }), after: withoutFields },
  'boardFields.remove': { need: 'administer', request: field(), after: withoutFields },

  'listCards.list': {
    need: 'read',
    request: async (scene) => ({ params: { boardId: boardId(scene), listId: scene.board.lists[0]?.id ?? 0 } }),
  },
  'listCards.create': {
    need: 'write',
    request: async (scene) => ({
      params: { boardId: boardId(scene), listId: scene.board.lists[0]?.id ?? 0 },
      body: { title: 'Pix parcelado' },
    }),
  },
  'listCards.gather': {
    need: 'write',
    request: async (scene) => ({
      params: { boardId: boardId(scene), listId: scene.board.lists[1]?.id ?? 0 },
      body: { card_ids: [(await newCard(scene)).id] },
    }),
  },
  'listCards.get': { need: 'read', request: cardByPath() },
  'listCards.update': { need: 'write', request: cardByPath({ title: 'Pix' }) },
  'listCards.remove': { need: 'write', request: cardByPath() },
  'listCards.move': { need: 'write', request: cardByPath(toFirstList) },
  'listCards.assign': { need: 'write', request: cardByPath({ user_id: null }) },

  'cards.filter': { need: 'session', request: none },
  'cards.search': { need: 'session', request: async () => ({ query: { q: 'pix' } }) },
  'cards.get': { need: 'read', request: card() },
  'cards.byKey': { need: 'read', request: byKey },
  'cards.activity': { need: 'read', request: card() },
  'roomTasks.estimates': { need: 'read', request: card() },
  'references.ofCard': { need: 'read', request: card() },
  'cards.update': { need: 'write', request: card({ priority: 'urgent' }) },
  'cards.remove': { need: 'write', request: card() },
  'cards.move': { need: 'write', request: card(toFirstList) },
  'cards.assign': { need: 'write', request: card({ user_id: null }) },
  'recurrence.set': { need: 'write', request: card({ every: 'week', mode: 'copy' }) },
  'recurrence.remove': { need: 'write', request: card() },
  'cards.copy': { need: 'write', request: card({}) },
  'cards.archive': { need: 'write', request: card() },
  'cards.restore': {
    need: 'write',
    request: async (scene) => {
      const params = { cardId: (await newCard(scene)).id }
      ok(await scene.server.call(cardsApi.archive, { token: token(scene), params }))
      return { params }
    },
  },
  'cards.addLabel': {
    need: 'write',
    request: async (scene) => ({ ...(await card()(scene)), body: { label_id: (await newLabel(scene)).id } }),
  },
  'cards.removeLabel': {
    need: 'write',
    request: async (scene) => {
      const [{ id: cardId }, { id: labelId }] = [await newCard(scene), await newLabel(scene)]
      ok(await scene.server.call(cardsApi.addLabel, { token: token(scene), params: { cardId }, body: { label_id: labelId } }))
      return { params: { cardId, labelId } }
    },
  },

  'relations.add': {
    need: 'write',
    request: async (scene) => card({ kind: 'blocks', card_id: (await newCard(scene)).id })(scene),
  },
  'relations.remove': {
    need: 'write',
    request: async (scene) => {
      const [one, other] = [await newCard(scene), await newCard(scene)]
      const body = { kind: 'relates_to' as const, card_id: other.id }
      const params = { cardId: one.id }
      const { id } = ok(await scene.server.call(relationsApi.add, { token: token(scene), params, body }))
      return { params: { ...params, relationId: id } }
    },
  },
  'bulk.change': {
    need: 'write',
    gone: texts.cardsElsewhere,
    request: async (scene) => ({ body: { card_ids: [(await newCard(scene)).id], list_id: scene.board.lists[1]?.id ?? 0 } }),
  },
  'bulk.undo': {
    need: 'write',
    request: async (scene) => {
      const body = { card_ids: [(await newCard(scene)).id], archive: true }
      return { body: { undo: ok(await scene.server.call(bulkApi.change, { token: token(scene), body })).undo } }
    },
  },
  'participants.add': { need: 'write', request: participant },
  'participants.remove': { need: 'write', request: participant },

  'watching.watchCard': { need: 'read', request: card() },
  'watching.leaveCard': { need: 'read', request: card() },
  'watching.watchBoard': { need: 'read', request: board() },
  'watching.leaveBoard': { need: 'read', request: board() },

  'comments.list': { need: 'read', request: card() },
  'comments.add': { need: 'write', request: card({ content: 'Feito.' }) },
  'comments.update': { need: 'edit a comment', request: comment({ content: 'Feito hoje.' }) },
  'comments.remove': { need: 'remove a comment', request: comment() },

  'checklists.list': { need: 'read', request: card() },
  'checklists.add': { need: 'write', request: card({ title: 'Antes de subir' }) },
  'checklists.update': { need: 'write', request: checklist({ title: 'Depois de subir' }) },
  'checklists.remove': { need: 'write', request: checklist() },
  'checklists.addItem': { need: 'write', request: checklist({ title: 'Testar' }) },
  'checklists.updateItem': { need: 'write', request: item({ completed: true }) },
  'checklists.removeItem': { need: 'write', request: item() },

  'dashboard.stats': { need: 'session', request: none },
}
