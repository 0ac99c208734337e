import type { Texts } from '../catalogue.ts'
import type { looks as original } from '../pt-br/looks.ts'

/** Texts for how one looks at a board. */
export const looks: Texts<typeof original> = {
  cards: 'Tarjetas',
  whole: 'Completas',
  dense: 'En una línea',
  lanes: 'Carriles',
  by: { none: 'Sin carriles', person: 'Por persona', priority: 'Por prioridad', label: 'Por etiqueta' },
  openLists_one: 'Abrir la lista plegada',
  openLists_other: 'Abrir las {{count}} listas plegadas',
}
