import { limits } from '@rodada/contract/core/limits'
import type { WebhookEvent } from '@rodada/contract/integrations/settings'
import type { Events, Work } from '../../platform/work.ts'
import { findNames } from '../activities/queries.ts'
import { memberAdded, memberRemoved } from '../boards/events.ts'
import { type CardChange, type CardsChanged, cardsChanged, commentAdded } from '../cards/events.ts'
import { sprintEnded, sprintStarted } from '../sprints/events.ts'
import { actorData, boardData, cardName, cardTeller, eventsOf, messageOf } from './messages.ts'
import { findBoardTitle, listListening } from './queries.ts'
import { queueMessages } from './waiting-queries.ts'

/** Queues what webhooks are to be told, in the transaction that causes it. Boards, cards and sprints know nothing of them. */
export function tellWebhooks(events: Events): void {
  events.on(cardsChanged, tellOfCards)
  events.on(commentAdded, async (work, { card, commentId, edited }) => {
    if (edited) return
    await tell(work, card.board_id, 'comment.created', () => Promise.resolve({ card: cardName(card), comment: { id: commentId } }))
  })
  events.on(sprintStarted, (work, { board, sprint: { id, name } }) =>
    tell(work, board.id, 'sprint.started', () => Promise.resolve({ sprint: { id, nome: name } })),
  )
  events.on(sprintEnded, (work, { board, sprint: { id, name }, done, total }) =>
    tell(work, board.id, 'sprint.ended', () => Promise.resolve({ sprint: { id, nome: name }, done, total })),
  )
  const ofMember =
    (type: WebhookEvent) =>
    (work: Work, { board, userId }: { board: { id: number }; userId: number }) =>
      tell(work, board.id, type, async () => ({
        // Its name and nothing else: an invitation may know a person by their address.
        member: { id: userId, name: (await findNames(work.trx, 'users', [userId])).get(userId) ?? '' },
      }))
  events.on(memberAdded, ofMember('member.added'))
  events.on(memberRemoved, ofMember('member.removed'))
}

/** Tells one thing to those who want it. */
async function tell(work: Work, boardId: number, type: WebhookEvent, data: () => Promise<Record<string, unknown>>): Promise<void> {
  const listening = (await listListening(work.trx, boardId)).filter(({ events }) => events.includes(type))
  if (listening.length === 0) return
  const board = boardData({ id: boardId, title: await findBoardTitle(work.trx, boardId) })
  const said = { board, ...(await data()), actor: await actorData(work) }
  for (const { id } of listening) await queueMessages(work.trx, id, [messageOf(type, said)])
}

/** One write may change twenty thousand cards: of what a webhook wants, only as much is written down as may wait for it. */
async function tellOfCards(work: Work, event: CardsChanged): Promise<void> {
  if (event.imported) return
  const listening = await listListening(work.trx, event.board.id)
  if (listening.length === 0) return
  const all = event.changes.flatMap((change) => eventsOf(change, event.follows).map((type) => ({ type, change })))
  const wanted = listening.map(({ id, events }) => {
    const those = all.filter(({ type }) => events.includes(type))
    return { id, those: those.slice(-limits.webhookWaiting), isMore: those.length > limits.webhookWaiting }
  })
  const changes = new Set<CardChange>(wanted.flatMap(({ those }) => those.map(({ change }) => change)))
  if (changes.size === 0) return
  const say = await cardTeller(work, event, [...changes])
  for (const { id, those, isMore } of wanted) {
    if (those.length === 0) continue
    await queueMessages(
      work.trx,
      id,
      those.map(({ type, change }) => say(type, change)),
      isMore,
    )
  }
}
