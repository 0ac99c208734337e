import { dayOf, defaultTimeZone } from '../../../platform/time.ts'
import type { Events } from '../../../platform/work.ts'
import { cardsChanged, changesWith } from '../events.ts'
import { nextDay } from './days.ts'
import { listRecurrencesOf, markDone, setNext } from './queries.ts'

/** What happens to cards that come again. */
export function listenToCards(events: Events): void {
  events.on(cardsChanged, async ({ trx }, event) => {
    const idsWith = (fact: 'done' | 'reopened' | 'restored' | 'shown') => changesWith(event, fact).map(({ after }) => after.id)
    await markDone(trx, idsWith('done'), true)
    await markDone(trx, idsWith('reopened'), false)
    // While a card was away its days passed without it.
    const back = [...idsWith('restored'), ...idsWith('shown')]
    if (back.length === 0) return
    const today = dayOf(new Date(), defaultTimeZone)
    for (const { card_id, every, set_on, next_on } of await listRecurrencesOf(trx, back))
      if (next_on !== null && next_on <= today) await setNext(trx, card_id, nextDay(every, set_on, today))
  })
}
