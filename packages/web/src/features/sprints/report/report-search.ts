/** What the address of a report says. Apart from what draws it: the router reads it before any screen is loaded. */
export type ReportSearch = { em?: 'pontos' | 'horas' | 'tarefas' }

export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const em = search.em
  return { em: em === 'pontos' || em === 'horas' || em === 'tarefas' ? em : undefined }
}
