import type { Events } from '../../platform/work.ts'
import { cardsChanged, changesWith } from '../cards/events.ts'
import { estimateSaved } from '../rooms/events.ts'
import { sprintEnded } from '../sprints/events.ts'
import { tellSlack } from './queries.ts'

/** Queues the messages of boards, in the transaction that causes them. */
export function tellChannels(events: Events): void {
  events.on(cardsChanged, async ({ trx }, event) => {
    if (event.imported) return
    const shown = changesWith(event, 'done').filter(({ after }) => after.archived_at === null && after.deleted_at === null)
    const cards = shown.map(({ after }) => after).sort((a, b) => a.id - b.id)
    const [first] = cards
    if (!first) return
    const titles = cards.map(({ title }) => title)
    await tellSlack(trx, event.board.id, 'card_done', (words) => words.cardsDone(titles, event.board.title), first.id)
  })
  events.on(sprintEnded, ({ trx }, { board, sprint, done, total }) =>
    tellSlack(trx, board.id, 'sprint_ended', (words) => words.sprintEnded(sprint.name, board.title, { done, total })),
  )
  events.on(estimateSaved, ({ trx }, { boardId, vote }) => tellSlack(trx, boardId, 'vote_finished', (words) => words.voteFinished(vote)))
}
