/** Texts for how one looks at a board. */
export const looks = {
  cards: 'Cartões',
  whole: 'Completos',
  dense: 'Em uma linha',
  lanes: 'Raias',
  by: { none: 'Sem raias', person: 'Por pessoa', priority: 'Por prioridade', label: 'Por etiqueta' },
  openLists_one: 'Abrir a lista recolhida',
  openLists_other: 'Abrir as {{count}} listas recolhidas',
} as const
