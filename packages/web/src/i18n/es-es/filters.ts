import type { Texts } from '../catalogue.ts'
import type { filters as original } from '../pt-br/filters.ts'

/** Texts of the filters of cards: they come with what is filtered by. */
export const filters: Texts<typeof original> = {
  title: 'Filtrar tarjetas',
  clear: 'Borrar búsqueda y filtros',
  remove: 'Quitar el filtro {{name}}',
  inUse: 'Filtros en uso',
  labels: 'Etiquetas',
  noLabels: 'Este tablero aún no tiene etiquetas.',
  people: 'Responsable',
  mine: 'Mis tarjetas',
  due: 'Fecha límite',
  dues: { late: 'Atrasada', today: 'Vence hoy', week: 'Vence en 7 días', none: 'Sin fecha límite' },
  state: 'Avance',
  states: {
    blocked: 'Bloqueadas',
    idle: 'Sin moverse desde hace días',
    recurs: 'Se repiten',
    files: 'Con archivos',
    unestimated: 'Sin estimación',
  },
  priority: 'Prioridad',
  field: { filled: 'Lleno', empty: 'Vacío', ticked: 'Marcado', unticked: 'Sin marcar' },
  moreFields_one: 'Un campo más',
  moreFields_other: '{{count}} campos más',
  ofField: '{{field}}: {{value}}',
  saved: {
    title: 'Filtros guardados',
    none: 'Filtra las tarjetas y guarda aquí el filtro, para ti o para el tablero.',
    save: 'Guardar este filtro…',
    name: 'Nombre del filtro',
    submit: 'Guardar',
    forBoard: 'Para el tablero',
    forBoardHint: 'Quienes ven el tablero pueden usar este filtro.',
    shared: 'Del tablero',
    rename: 'Renombrar el filtro {{name}}',
    remove: 'Eliminar el filtro {{name}}',
    removed: 'Filtro eliminado: {{name}}',
    problems: { load: 'No pudimos cargar los filtros guardados', save: 'No pudimos guardar el filtro' },
  },
}
