/** Texts for how one looks at a board. */
export const looks = {
  cards: 'Cartões',
  whole: 'Completos',
  dense: 'Em uma linha',
  lanes: 'Raias',
  by: { none: 'Sem raias', person: 'Por pessoa', priority: 'Por prioridade', label: 'Por etiqueta' },
  noLabel: 'Sem etiqueta',
  cell: '{{list}}, {{lane}}',
  sum: '{{cards}}, {{points}}',
  pager: 'Lista',
  put: 'Cartão em {{list}}, {{lane}}',
  set: 'Cartão em {{lane}}',
  openLists_one: 'Abrir a lista recolhida',
  openLists_other: 'Abrir as {{count}} listas recolhidas',
} as const
