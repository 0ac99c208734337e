import type { Events, Work } from '../../platform/work.ts'
import { sessionsEnded } from '../auth/events.ts'
import { memberAdded } from '../boards/events.ts'
import { cardsChanged, changesWith, commentAdded, participantsAdded, peopleMentioned } from '../cards/events.ts'
import { endWatchingUnseen } from '../cards/watching/queries.ts'
import { estimationOpened, votesDone, votesMissing } from '../estimations/events.ts'
import { sprintEnded } from '../sprints/events.ts'
import { deleteSubscriptionsOf } from './delivery-queries.ts'
import { addNotices, type Notice, setBoardOfNotices, tellAssigned, tellCommented, tellMentioned } from './notice-queries.ts'
import { markEstimationRead } from './queries.ts'
import { tellWatchers } from './watch-queries.ts'

/** Who heard of a card by name in a unit of work, so that they do not hear of the same act a second time. */
const toldByName = new WeakMap<Work, Map<number, Set<number>>>()
function toldOf(work: Work, cardId: number): Set<number> {
  const ofWork = toldByName.get(work) ?? new Map<number, Set<number>>()
  toldByName.set(work, ofWork)
  const told = ofWork.get(cardId) ?? new Set<number>()
  ofWork.set(cardId, told)
  return told
}

/** Notifies people of what happens, in the transaction that does it. */
export function notifyOfEvents(events: Events): void {
  // All are deleted, and the person's own browsers subscribe again. The account is held, so that none does so meanwhile.
  events.on(sessionsEnded, ({ trx }, { userId }) => deleteSubscriptionsOf(trx, userId))

  events.on(cardsChanged, async (work, event) => {
    if (event.imported) return
    const { trx, actorId, notified } = work
    const assigned = changesWith(event, 'assigned').map(({ after }) => after)
    const news = { boardId: event.board.id, boardTitle: event.board.title }
    for (const assigneeId of new Set(assigned.map(({ assignee_id }) => assignee_id))) {
      if (assigneeId === null) continue
      const cards = assigned.filter(({ assignee_id }) => assignee_id === assigneeId)
      for (const id of await tellAssigned(trx, { ...news, cards }, assigneeId, actorId)) notified.add(id)
    }
    for (const id of await tellWatchers(trx, event, actorId, (cardId) => toldOf(work, cardId))) notified.add(id)
  })

  events.on(participantsAdded, async ({ trx, actorId, notified }, { card, userIds }) => {
    const notice: Notice = {
      kind: 'card_joined',
      board_id: card.board_id,
      card_id: card.id,
      actor_id: actorId,
      subject: card.title,
      gather: `joined:${card.id}`,
    }
    // They were told already that the card is theirs to do.
    const others = userIds.filter((id) => id !== card.assignee_id)
    for (const id of await addNotices(trx, notice, others)) notified.add(id)
  })

  // Who does not see the new board no longer sees what they were told about the card, and watches it no more.
  events.on(cardsChanged, async ({ trx }, event) => {
    for (const { after } of changesWith(event, 'arrived')) {
      await setBoardOfNotices(trx, after.id, event.board.id)
      await endWatchingUnseen(trx, after.id, event.board.id)
    }
  })

  events.on(peopleMentioned, async (work, { card, isNew, ...text }) => {
    for (const id of await tellMentioned(work.trx, card, { ...text, actorId: work.actorId, isNew })) {
      work.notified.add(id)
      toldOf(work, card.id).add(id)
    }
  })

  events.on(commentAdded, async ({ trx, actorId, notified }, { card, ...comment }) => {
    for (const id of await tellCommented(trx, card, { ...comment, actorId })) notified.add(id)
  })

  events.on(memberAdded, async ({ trx, actorId, notified }, { board, userId, name, inviterId, group }) => {
    // They are just signing in, and many boards may come at once: they find them among their boards.
    if (group !== undefined) return
    const about = { board_id: board.id, actor_id: actorId }
    const notice: Notice =
      inviterId === undefined
        ? { ...about, kind: 'board_added', subject: board.title, gather: `added:${board.id}` }
        : { ...about, kind: 'invitation_accepted', subject: name }
    for (const id of await addNotices(trx, notice, [inviterId ?? userId])) notified.add(id)
  })

  events.on(sprintEnded, async ({ trx, actorId, notified }, { board, sprint }) => {
    const notice: Notice = {
      kind: 'sprint_ended',
      board_id: board.id,
      sprint_id: sprint.id,
      actor_id: actorId,
      subject: sprint.name,
      gather: `ended:${sprint.id}`,
    }
    for (const id of await addNotices(trx, notice, 'members')) notified.add(id)
  })

  events.on(estimationOpened, async ({ trx, actorId, notified }, { board, estimationId, voterIds, cards }) => {
    const notice: Notice = {
      kind: 'votes_asked',
      board_id: board.id,
      estimation_id: estimationId,
      actor_id: actorId,
      subject: board.title,
      count: cards,
    }
    for (const id of await addNotices(trx, notice, voterIds)) notified.add(id)
  })

  events.on(votesMissing, async ({ trx, notified }, { board, estimationId, userIds }) => {
    const notice: Notice = {
      kind: 'votes_missing',
      board_id: board.id,
      estimation_id: estimationId,
      actor_id: null,
      subject: board.title,
    }
    for (const id of await addNotices(trx, notice, userIds)) notified.add(id)
  })

  // Nobody is reminded of what they have done, also when the email or the push waits already.
  events.on(votesDone, async ({ trx, notified }, { estimationId, userId }) => {
    for (const id of await markEstimationRead(trx, estimationId, userId)) notified.add(id)
  })
}
