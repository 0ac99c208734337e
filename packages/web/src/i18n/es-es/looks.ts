import type { Texts } from '../catalogue.ts'
import type { looks as original } from '../pt-br/looks.ts'

/** Texts for how one looks at a board. */
export const looks: Texts<typeof original> = {
  cards: 'Tarjetas',
  whole: 'Completas',
  dense: 'En una línea',
  lanes: 'Carriles',
  by: {
    none: 'Sin carriles',
    person: 'Por persona',
    priority: 'Por prioridad',
    label: 'Por etiqueta',
    parent: 'Por la tarjeta de la que forman parte',
  },
  noLabel: 'Sin etiqueta',
  noParent: 'No forman parte de otra',
  elsewhere: 'Tarjeta de otro tablero',
  parentsFailed: 'No se pudo leer de qué forman parte las tarjetas',
  cell: '{{list}}, {{lane}}',
  sum: '{{cards}}, {{points}}',
  pager: 'Lista',
  put: 'Tarjeta en {{list}}, {{lane}}',
  set: 'Tarjeta en {{lane}}',
  stays: {
    label: 'La tarjeta sigue en {{lane}}: sus etiquetas deciden su carril.',
    parent: 'La tarjeta sigue en {{lane}}: la tarjeta de la que forma parte decide su carril.',
  },
  openLists_one: 'Abrir la lista plegada',
  openLists_other: 'Abrir las {{count}} listas plegadas',
}
