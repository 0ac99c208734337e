import type { Db } from '../../../platform/database.ts'
import { dayOf, defaultTimeZone } from '../../../platform/time.ts'
import type { Events } from '../../../platform/work.ts'
import { happened } from '../../boards/events.ts'
import { cardsChanged, changesWith } from '../events.ts'
import { nextDay } from './days.ts'
import { listDueOfBoard, listRecurrencesOf, markDone, type RecurrenceRow, setNext } from './queries.ts'

/** What happens to cards that come again. */
export function listenToCards(events: Events): void {
  events.on(cardsChanged, async ({ trx }, event) => {
    const idsWith = (fact: 'done' | 'reopened' | 'restored' | 'shown') => changesWith(event, fact).map(({ after }) => after.id)
    await markDone(trx, idsWith('done'), true)
    await markDone(trx, idsWith('reopened'), false)
    // While a card was away its days passed without it.
    const back = [...idsWith('restored'), ...idsWith('shown')]
    if (back.length > 0) await passDays(trx, await listRecurrencesOf(trx, back), today())
  })
  // As on a template, where nothing comes.
  events.on(happened, async ({ trx }, { board_id, kind, details }) => {
    if (kind !== 'board.updated' || !details?.fields?.includes('is_template')) return
    await passDays(trx, await listDueOfBoard(trx, board_id, today()), today())
  })
}

const today = (): string => dayOf(new Date(), defaultTimeZone)

/** Goes on to the next day of rules whose day has come. */
async function passDays(trx: Db, rules: readonly RecurrenceRow[], today: string): Promise<void> {
  for (const { card_id, every, set_on, next_on } of rules)
    if (next_on !== null && next_on <= today) await setNext(trx, card_id, nextDay(every, set_on, today))
}
