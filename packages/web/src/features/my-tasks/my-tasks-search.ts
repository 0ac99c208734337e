/**
 * What the address of /my-tasks says: the history, as a month ('2026' and '11') or what has no date, and the card that is open over the
 * list with its board. What is usual, all that is open, is left out.
 */
export type MyTasksSearch = { ano?: string; mes?: string; ver?: 'historico' | 'sem-data'; card?: string; quadro?: string }

const number = (value: unknown, from: number, to: number): string | undefined => {
  const read = typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  return Number.isInteger(read) && read >= from && read <= to ? String(read) : undefined
}

const largestId = 2_147_483_647

/** Reads an address, which anybody may have written. */
export const readMyTasksSearch = (search: Record<string, unknown>): MyTasksSearch => ({
  ano: number(search.ano, 2000, 2200),
  mes: number(search.mes, 1, 12),
  ver: search.ver === 'sem-data' || search.ver === 'historico' ? search.ver : undefined,
  card: number(search.card, 1, largestId),
  quadro: number(search.quadro, 1, largestId),
})
