/** Texts for how one looks at a board. */
export const looks = {
  cards: 'Cartões',
  whole: 'Completos',
  dense: 'Em uma linha',
  lanes: 'Raias',
  by: {
    none: 'Sem raias',
    person: 'Por pessoa',
    priority: 'Por prioridade',
    label: 'Por etiqueta',
    parent: 'Por cartão de que fazem parte',
  },
  noLabel: 'Sem etiqueta',
  noParent: 'Não fazem parte de outro',
  elsewhere: 'Cartão de outro quadro',
  parentsFailed: 'Erro ao ler de que os cartões fazem parte',
  cell: '{{list}}, {{lane}}',
  sum: '{{cards}}, {{points}}',
  pager: 'Lista',
  put: 'Cartão em {{list}}, {{lane}}',
  set: 'Cartão em {{lane}}',
  stays: {
    label: 'O cartão continua em {{lane}}: a raia vem das etiquetas dele.',
    parent: 'O cartão continua em {{lane}}: a raia vem do cartão de que ele faz parte.',
  },
  openLists_one: 'Abrir a lista recolhida',
  openLists_other: 'Abrir as {{count}} listas recolhidas',
} as const
