import type { Visibility } from './api.ts'

export const views = ['kanban', 'boards', 'list'] as const
export type View = (typeof views)[number]
export const visibilities = ['all', 'public', 'private'] as const

/** What the address of the dashboard says, in the words that people see there. What is usual is left out; 'tarefas' is not usual for admins. */
export type DashboardSearch = { ver?: 'tarefas' | 'quadros' | 'lista'; filtro?: 'publicos' | 'privados'; q?: string; criar?: 'sim' }

const one = <T extends string>(value: unknown, allowed: readonly T[]): T | undefined => allowed.find((each) => each === value)

/** Reads an address, which anybody may have written. */
export function readSearch(search: Record<string, unknown>): DashboardSearch {
  // The router reads '404' as a number.
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 100) : ''
  return {
    ver: one(search.ver, ['tarefas', 'quadros', 'lista']),
    filtro: one(search.filtro, ['publicos', 'privados']),
    q: q || undefined,
    criar: one(search.criar, ['sim']),
  }
}

export const viewOf = ({ ver }: DashboardSearch): View => (ver === 'quadros' ? 'boards' : ver === 'lista' ? 'list' : 'kanban')
export const visibilityOf = ({ filtro }: DashboardSearch): Visibility =>
  filtro === 'publicos' ? 'public' : filtro === 'privados' ? 'private' : 'all'

export const verOf: Record<View, DashboardSearch['ver']> = { kanban: undefined, boards: 'quadros', list: 'lista' }
export const filtroOf: Record<Visibility, DashboardSearch['filtro']> = { all: undefined, public: 'publicos', private: 'privados' }
