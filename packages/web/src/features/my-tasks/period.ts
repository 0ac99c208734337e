import { myTasksYearsAround } from '@rodada/contract/sprints/settings'
import type { MyTasksSearch } from './my-tasks-search.ts'

export type Period = { year: number; month: number }
/** What the history shows: a month, or what has neither a sprint nor a date. */
export type Past = Period | 'undated'
/** Which tasks are shown: all that is open, or those of the history. */
export type Shown = Past | 'open'

export const isMonth = (shown: Shown): shown is Period => typeof shown !== 'string'

export const currentPeriod = (now = new Date()): Period => ({ year: now.getFullYear(), month: now.getMonth() + 1 })

/** What an address shows: half a month is completed from today, the history begins with this one, and nothing at all means what is open. */
export function shownOf({ ano, mes, ver }: MyTasksSearch, now = new Date()): Shown {
  if (ver === 'sem-data') return 'undated'
  if (!ver && !ano && !mes) return 'open'
  const current = currentPeriod(now)
  return { year: ano ? Number(ano) : current.year, month: mes ? Number(mes) : current.month }
}

/** The month that is shown, or the one it is. */
export const periodOf = (shown: Shown, now = new Date()): Period => (isMonth(shown) ? shown : currentPeriod(now))

/** An address that asks for what is usual, and opens no card. */
export const nothing = { ano: undefined, mes: undefined, ver: undefined, card: undefined, quadro: undefined }

/** What is shown, as the address says it. */
export function searchOf(shown: Shown): MyTasksSearch {
  if (shown === 'open') return nothing
  if (shown === 'undated') return { ...nothing, ver: 'sem-data' }
  return { ...nothing, ano: String(shown.year), mes: String(shown.month) }
}

/** Five years around this one, and the one that is shown when it is none of them. */
export function yearsAround(shown: number, now = new Date()): number[] {
  const current = now.getFullYear()
  const years = Array.from({ length: 2 * myTasksYearsAround + 1 }, (_, index) => current - myTasksYearsAround + index)
  return years.includes(shown) ? years : [...years, shown].sort((a, b) => a - b)
}
