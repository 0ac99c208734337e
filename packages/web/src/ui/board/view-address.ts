/** How a board is looked at: each way has a word in the address. */
export const boardViews = ['kanban', 'table', 'calendar', 'timeline'] as const
export type BoardViewName = (typeof boardViews)[number]

const words: Record<BoardViewName, string> = { kanban: 'quadro', table: 'tabela', calendar: 'calendario', timeline: 'linha' }

/**
 * What the address of a board says of how it is looked at: the view, by what its table is sorted, and which day its calendar shows, and in
 * what steps of time.
 */
export type ViewSearch = { visao?: string; ordem?: string; dia?: string; por?: string }

/** The word of a view. */
export const viewWord = (view: BoardViewName): string => words[view]

/** The view that a word stands for; undefined for any other word. */
export const viewOf = (word: string | undefined): BoardViewName | undefined => boardViews.find((view) => words[view] === word)

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** What of an address belongs to the view. */
export const readViewSearch = ({ visao, ordem, dia, por }: Record<string, unknown>): ViewSearch => ({
  ...(text(visao) && { visao: text(visao) }),
  ...(text(ordem) && { ordem: text(ordem) }),
  ...(text(dia) && { dia: text(dia) }),
  ...(text(por) && { por: text(por) }),
})
