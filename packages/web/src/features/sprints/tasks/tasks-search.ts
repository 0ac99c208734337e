/** What the address of a sprint's tasks says. Apart from what draws them: the router reads it before any screen is loaded. */
import { workStatuses } from '@rodada/contract/boards/settings'

export const sortKeys = ['place', 'title', 'status', 'priority', 'hours', 'points', 'due', 'assignee'] as const
export type SortKey = (typeof sortKeys)[number]

/** What the address of a sprint's tasks says. What is usual is left out. */
export type TasksSearch = { ordem?: string; desc?: 'sim'; status?: string; pessoa?: string; q?: string }
/** The same, understood. `person` null: those of nobody. */
export type TasksView = { sort: SortKey; descending: boolean; status: string | null; person: number | null | undefined; text: string }

const spokenKeys: Record<SortKey, string> = {
  place: 'sprint',
  title: 'titulo',
  status: 'status',
  priority: 'prioridade',
  hours: 'horas',
  points: 'pontos',
  due: 'prazo',
  assignee: 'pessoa',
}
/** How a way of sorting is called in the address; the usual one is left out. */
export const wordOf = (key: SortKey): string | undefined => (key === 'place' ? undefined : spokenKeys[key])

const one = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value) !== '' ? String(value).slice(0, 100) : undefined

/** Reads an address, which anybody may have written. */
export function readTasksSearch(search: Record<string, unknown>): TasksSearch {
  const ordem = one(search.ordem)
  const pessoa = one(search.pessoa)
  return {
    ordem: ordem !== undefined && Object.values(spokenKeys).includes(ordem) ? ordem : undefined,
    desc: search.desc === 'sim' ? 'sim' : undefined,
    status: workStatuses.find((known) => known === search.status),
    pessoa: pessoa === 'ninguem' || /^\d{1,9}$/.test(pessoa ?? '') ? pessoa : undefined,
    q: one(search.q)?.trim() || undefined,
  }
}

export const viewOf = ({ ordem, desc, status, pessoa, q }: TasksSearch): TasksView => ({
  sort: sortKeys.find((key) => spokenKeys[key] === ordem) ?? 'place',
  descending: desc === 'sim',
  status: status ?? null,
  person: pessoa === undefined ? undefined : pessoa === 'ninguem' ? null : Number(pessoa),
  text: q ?? '',
})

export const isFiltered = ({ status, person, text }: TasksView): boolean => status !== null || person !== undefined || text !== ''
