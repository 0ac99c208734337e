export const sprintFilters = ['todas', 'ativas', 'encerradas'] as const
export type SprintFilter = (typeof sprintFilters)[number]

/** What the address of /sprints says. What is usual is left out. */
export type SprintsSearch = { filtro?: 'ativas' | 'encerradas'; q?: string; nova?: 'sim'; quadro?: string }

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** Reads an address, which anybody may have written. */
export function readSprintsSearch(search: Record<string, unknown>): SprintsSearch {
  const filtro = search.filtro
  return {
    filtro: filtro === 'ativas' || filtro === 'encerradas' ? filtro : undefined,
    q: text(search.q).slice(0, 100) || undefined,
    nova: search.nova === 'sim' ? 'sim' : undefined,
    quadro: /^\d{1,9}$/.test(text(search.quadro)) ? text(search.quadro) : undefined,
  }
}

export const filterOf = ({ filtro }: SprintsSearch): SprintFilter => filtro ?? 'todas'
