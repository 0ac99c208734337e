import { boardsApi } from '@rodada/contract/boards/board-calls'
import { groupsApi } from '@rodada/contract/boards/groups'
import { readLinksApi } from '@rodada/contract/boards/read-links'
import { bulkApi } from '@rodada/contract/cards/bulk'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { relationsApi } from '@rodada/contract/cards/relations'
import { texts } from '@rodada/contract/texts/texts'
import { freshEmail } from './accounts.ts'
import {
  board,
  boardId,
  bringBack,
  byKey,
  card,
  cardByPath,
  checklist,
  comment,
  field,
  item,
  label,
  list,
  newCard,
  newInvitation,
  newLabel,
  newList,
  none,
  ownInvitation,
  participant,
  savedFilter,
  spare,
  template,
  toFirstList,
  token,
  withoutFields,
  withoutFilters,
  withoutLinks,
  withoutTemplates,
} from './board-requests.ts'
import type { BoardRow } from './board-rules.ts'
import { makeBoard, ok } from './boards.ts'

/** Every call about boards and what is on them. A new one needs a row. */
export const boardRows: Record<string, BoardRow> = {
  'boards.list': { need: 'session', request: none },
  'people.find': { need: 'session', request: none },
  'labelNames.find': { need: 'session', request: none },
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
  'news.ofBoard': { need: 'read', request: board() },
  'boards.archive': { need: 'read', request: board() },
  'boardExport.json': { need: 'read', request: board() },
  'boardExport.csv': { need: 'read', request: board() },
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
  'invitations.make': { need: 'administer', request: async (scene) => board({ body: { emails: [freshEmail()] } })(scene) },
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
  'boardFields.values': { need: 'read', request: field(), after: withoutFields },
  'boardFields.update': { need: 'administer', request: field({ name: 'Quem pediu', on_card: true }), after: withoutFields },
  'boardFields.remove': { need: 'administer', request: field(), after: withoutFields },

  'savedFilters.list': { need: 'read', request: savedFilter(), after: withoutFilters },
  // For oneself; for the board, `saved-filters.test.ts` says who.
  'savedFilters.add': { need: 'read', request: board({ body: { name: 'Urgentes', filter: { priorities: ['urgent'] } } }) },
  'savedFilters.update': { need: 'write', request: savedFilter({ name: 'Para já' }), after: withoutFilters },
  'savedFilters.remove': { need: 'write', request: savedFilter(), after: withoutFilters },

  'groups.list': { need: 'administer', request: board() },
  'groups.set': { need: 'administer', request: board({ body: { group: 'Engenharia', role: 'member' } }) },
  'groups.remove': {
    need: 'administer',
    request: async (scene) => {
      const params = { boardId: boardId(scene) }
      const body = { group: 'Engenharia', role: 'guest' }
      const { id } = ok(await scene.server.call(groupsApi.set, { token: token(scene), params, body }))
      return { params: { ...params, ruleId: id } }
    },
  },

  'readLinks.list': { need: 'write', request: board(), after: withoutLinks },
  'readLinks.create': { need: 'write', request: board({ body: {} }), after: withoutLinks },
  'readLinks.remove': {
    need: 'write',
    request: async (scene) => {
      const params = { boardId: boardId(scene) }
      const { id } = ok(await scene.server.call(readLinksApi.create, { token: token(scene), params, body: {} }))
      return { params: { ...params, linkId: id } }
    },
    after: withoutLinks,
  },

  'cardTemplates.list': { need: 'read', request: template(), after: withoutTemplates },
  'cardTemplates.get': { need: 'read', request: template(), after: withoutTemplates },
  'cardTemplates.add': { need: 'write', request: board({ body: { name: 'Incidente' } }), after: withoutTemplates },
  'cardTemplates.update': { need: 'write', request: template({ name: 'Plantão' }), after: withoutTemplates },
  'cardTemplates.remove': { need: 'write', request: template() },
  'cardTemplates.use': {
    need: 'write',
    request: async (scene) => ({
      params: { boardId: boardId(scene), listId: scene.board.lists[0]?.id ?? 0 },
      body: { template_id: (await template()(scene)).params.templateId, title: 'Pix fora do ar' },
    }),
    after: withoutTemplates,
  },

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
  'cards.mine': { need: 'session', request: none },
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

  'relations.parents': { need: 'read', request: board({}) },
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
