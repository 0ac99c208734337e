/** What the address of /my-tasks says: a month ('2026' and '11'), or what has no date. What is usual, all that is open, is left out. */
export type MyTasksSearch = { ano?: string; mes?: string; ver?: 'sem-data' }

const number = (value: unknown, from: number, to: number): string | undefined => {
  const read = typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN
  return Number.isInteger(read) && read >= from && read <= to ? String(read) : undefined
}

/** Reads an address, which anybody may have written. */
export const readMyTasksSearch = (search: Record<string, unknown>): MyTasksSearch => ({
  ano: number(search.ano, 2000, 2200),
  mes: number(search.mes, 1, 12),
  ver: search.ver === 'sem-data' ? 'sem-data' : undefined,
})
