import type { Texts } from '../catalogue.ts'
import type { palette as original } from '../pt-br/palette.ts'

/** Texts of the palette that Ctrl+K opens. */
export const palette: Texts<typeof original> = {
  title: 'Buscar tableros y tarjetas',
  placeholder: '¿Adónde?',
  recent: 'Tableros recientes',
  boards: 'Tableros',
  sprints: 'Sprints',
  cards: 'Tarjetas',
  where: '{{list}}, en {{board}}',
  sprintWhere: '{{board}} · {{when}}',
  none: 'Sin resultados para “{{query}}”',
  noneHint: 'Prueba con otra palabra del título. Los acentos y las mayúsculas dan igual.',
  noBoards: 'Todavía no tienes tableros.',
  failed: 'La búsqueda no respondió.',
  found_zero: 'Ningún resultado',
  found_one: '{{count}} resultado',
  found_other: '{{count}} resultados',
  keys: { move: 'mover', open: 'abrir', close: 'cerrar' },
}
