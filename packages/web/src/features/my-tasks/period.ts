import { myTasksYearsAround } from '@rodada/contract/sprint-settings'
import type { MyTasksSearch } from './my-tasks-search.ts'

export type Period = { year: number; month: number }

export const currentPeriod = (now = new Date()): Period => ({ year: now.getFullYear(), month: now.getMonth() + 1 })

export function periodOf({ ano, mes }: MyTasksSearch, now = new Date()): Period {
  const current = currentPeriod(now)
  return { year: ano ? Number(ano) : current.year, month: mes ? Number(mes) : current.month }
}

/** A period as the address says it. */
export function searchOf({ year, month }: Period, now = new Date()): MyTasksSearch {
  const current = currentPeriod(now)
  const isCurrent = year === current.year && month === current.month
  return isCurrent ? { ano: undefined, mes: undefined } : { ano: String(year), mes: String(month) }
}

/** Five years around this one, and the one that is shown when it is none of them. */
export function yearsAround(shown: number, now = new Date()): number[] {
  const current = now.getFullYear()
  const years = Array.from({ length: 2 * myTasksYearsAround + 1 }, (_, index) => current - myTasksYearsAround + index)
  return years.includes(shown) ? years : [...years, shown].sort((a, b) => a - b)
}
