import type { WorkStatus } from '@rodada/contract/core/fields'

/** Tasks of one page. */
export const tasksPage = 50

/** What the address calls a status. Late is none of them, but is asked for in the same place. */
export const situations = {
  pendentes: 'pendente',
  andamento: 'em_andamento',
  impedimento: 'impedimento',
  concluidas: 'concluida',
  canceladas: 'cancelada',
} as const satisfies Record<string, WorkStatus>
export type Situation = keyof typeof situations | 'atrasadas'
export const situationNames: readonly Situation[] = ['pendentes', 'andamento', 'impedimento', 'atrasadas', 'concluidas', 'canceladas']

/** What the address of /admin/tasks says; a board and a person by their ids. What is usual is left out. */
export type TasksSearch = { q?: string; situacao?: Situation; quadro?: string; pessoa?: string; pagina?: string }

const idOf = (value: unknown): string | undefined => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? String(id) : undefined
}

/** Reads an address, which anybody may have written. */
export function readTasksSearch(search: Record<string, unknown>): TasksSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 100) : ''
  const page = Number(search.pagina)
  return {
    q: q || undefined,
    situacao: situationNames.find((each) => each === search.situacao),
    quadro: idOf(search.quadro),
    pessoa: idOf(search.pessoa),
    pagina: Number.isInteger(page) && page > 1 && page < 20_000 ? String(page) : undefined,
  }
}
