import type { Texts } from '../catalogue.ts'
import type { myTasks as original } from '../pt-br/my-tasks.ts'

/** Texts of 'Mis tareas'. */
export const myTasks: Texts<typeof original> = {
  title: 'Mis tareas',
  lead: '{{name}}, esto es lo que tienes en {{month}}.',
  leadFree: '{{name}}, no tienes nada en {{month}}.',
  year: 'Año',
  months: 'Meses de {{year}}',
  monthOf: '{{month}}: {{tasks}}',
  stats: { total: 'Tareas', done: 'Hechas', doing: 'En curso', pending: 'Por hacer', late: 'Atrasadas' },
  count_zero: 'ninguna tarea',
  count_one: '{{count}} tarea',
  count_other: '{{count}} tareas',
  none: 'Ninguna tarea este mes',
  noneText: 'Cambia los filtros o crea la primera de este mes.',
  sprints: 'Ver los sprints',
  thisMonth: 'Volver a {{month}}',
  withoutSprint: 'Sin sprint',
  withoutSprintText: 'Vencen este mes',
  progress: 'Tu progreso en {{sprint}}',
  done: '{{done}} de {{total}}',
  failed: 'No se pudieron cargar las tareas',
  more: 'Mostrar {{count}} más',
}
