/** Texts of the palette that Ctrl+K opens. */
export const palette = {
  title: 'Buscar quadros e cartões',
  placeholder: 'Para onde?',
  recent: 'Quadros recentes',
  boards: 'Quadros',
  sprints: 'Sprints',
  cards: 'Cartões',
  where: '{{list}}, em {{board}}',
  sprintWhere: '{{board}} · {{when}}',
  none: 'Nada com “{{query}}”',
  noneHint: 'Tente outra palavra do título. Acentos e maiúsculas não fazem diferença.',
  noBoards: 'Você ainda não tem quadros.',
  failed: 'A busca não respondeu.',
  found_zero: 'Nenhum resultado',
  found_one: '{{count}} resultado',
  found_other: '{{count}} resultados',
  keys: { move: 'mover', open: 'abrir', close: 'fechar' },
} as const
