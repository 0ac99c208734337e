import type { Texts } from '../catalogue.ts'
import type { work as original } from '../pt-br/work.ts'

/** Words about sprints and their tasks that several screens say. */
export const work: Texts<typeof original> = {
  sprint: {
    status: { planned: 'Planificado', active: 'Activo', ended: 'Cerrado' },
    dates: '{{from}} a {{to}}',
    when: {
      left_one: '{{count}} día',
      left_other: '{{count}} días',
      leftRest_one: 'restante',
      leftRest_other: 'restantes',
      late_one: '{{count}} día',
      late_other: '{{count}} días',
      lateRest: 'de retraso',
      starts_one: '{{count}} día',
      starts_other: '{{count}} días',
      startsRest: 'empieza en',
      /** Where no chip beside it says so. */
      planned: 'planificado, {{when}}',
      tomorrow: 'empieza mañana',
      today: 'termina hoy',
      ended: 'cerrado el {{day}}',
    },
    progress: 'Progreso',
  },
  counts: {
    total_zero: 'tareas',
    total_one: 'tarea',
    total_other: 'tareas',
    done_zero: 'hechas',
    done_one: 'hecha',
    done_other: 'hechas',
    doing: 'en curso',
    pending_zero: 'por hacer',
    pending_one: 'por hacer',
    pending_other: 'por hacer',
    /** Of a sprint that ended. */
    left_zero: 'quedaron',
    left_one: 'quedó',
    left_other: 'quedaron',
  },
  priority: { none: 'Sin prioridad', low: 'Baja', medium: 'Media', high: 'Alta', urgent: 'Urgente' },
  hours: '{{hours}} h',
  assignee: 'Responsable: {{name}}',
  due: 'Fecha límite: {{date}}',
  dueLate: 'Atrasada, fecha límite: {{date}}',
  table: 'Ver como tabla',
  download: 'Descargar: {{title}}',
  csv: 'Descargar CSV',
  png: 'Descargar imagen',
  saved: 'Archivo descargado: {{name}}',
  pngFailed: 'Tu navegador no pudo hacer la imagen. El CSV tiene los mismos números.',
  /** When something is due, as near as people say it. */
  near: { label: 'Fecha límite: {{when}}', today: 'Hoy', tomorrow: 'Mañana', yesterday: 'Ayer', lateDays: 'Hace {{count}} días' },
  /** A task goes to its board's list of done ones, from where it stands. */
  complete: {
    done: 'Completar {{title}}',
    completed: '{{title}} pasó a {{list}}',
    undone: '{{title}} volvió a {{list}}',
    noDoneList: 'Este tablero no tiene una lista para lo que está hecho.',
    readOnly: 'Este tablero solo lo puedes ver.',
    moveFailed: 'No se pudo mover la tarjeta',
  },
}
