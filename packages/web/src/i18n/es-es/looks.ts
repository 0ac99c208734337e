import type { Texts } from '../catalogue.ts'
import type { looks as original } from '../pt-br/looks.ts'

/** Texts for how one looks at a board. */
export const looks: Texts<typeof original> = {
  cards: 'Tarjetas',
  whole: 'Completas',
  dense: 'En una línea',
  lanes: 'Carriles',
  by: { none: 'Sin carriles', person: 'Por persona', priority: 'Por prioridad', label: 'Por etiqueta' },
  noLabel: 'Sin etiqueta',
  cell: '{{list}}, {{lane}}',
  sum: '{{cards}}, {{points}}',
  pager: 'Lista',
  put: 'Tarjeta en {{list}}, {{lane}}',
  set: 'Tarjeta en {{lane}}',
  openLists_one: 'Abrir la lista plegada',
  openLists_other: 'Abrir las {{count}} listas plegadas',
}
