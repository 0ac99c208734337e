import type { Texts } from '../catalogue.ts'
import type { conflict as original } from '../pt-br/conflict.ts'

/** Texts for two people who wrote the same thing at once. */
export const conflict: Texts<typeof original> = {
  title: {
    title: 'El título cambió mientras editabas',
    description: 'La descripción cambió mientras editabas',
    list: 'El nombre de la lista cambió mientras editabas',
    notes: 'Las notas cambiaron mientras editabas',
    column: 'El nombre de la columna cambió mientras editabas',
    checklist: 'El título de la checklist cambió mientras editabas',
    item: 'El texto del elemento cambió mientras editabas',
    label: 'El nombre de la etiqueta cambió mientras editabas',
  },
  text: 'No se perdió nada: elige cuál se queda o combina las dos.',
  textOneLine: 'No se perdió nada: elige cuál se queda o escribe otra.',
  theirsUnknown: 'De otra persona',
  theirs: 'De {{name}}',
  mine: 'La tuya',
  empty: '(vacío)',
  keepMine: 'Quedarme con la mía',
  useTheirs: 'Usar la otra',
  edit: 'Editar',
  save: 'Guardar',
  merge: 'Combinar las dos',
}
