import type { Texts } from '../catalogue.ts'
import type { firstRun as original } from '../pt-br/first-run.ts'

/** Texts of the first steps on the dashboard. */
export const firstRun: Texts<typeof original> = {
  title: 'Primeros pasos',
  lead: 'Tres pasos, y el equipo vota su primera historia.',
  later: 'Hacerlo después',
  laterFailed: 'No pudimos guardar tu elección',
  aside: 'Primeros pasos guardados',
  back: 'Primeros pasos de vuelta',
  isDone: 'hecho',
  yourTable: 'Tu mesa',
  oneSeat: 'Un lugar es tuyo',
  seats_one: '{{count}} lugar guardado',
  seats_other: '{{count}} lugares guardados',
  board: {
    title: 'Monta el tablero',
    text: 'Es donde viven las historias del equipo.',
    done: 'Listo, con la clave {{key}}.',
    see: 'Ver el tablero',
    made: 'Tablero creado: {{title}}',
    name: 'Tablero del equipo',
    nameLabel: 'Nombre',
    template: 'Plantilla',
    starts: { kanban: 'Desarrollo', product: 'Producto', empty: 'En blanco' },
    startTexts: {
      kanban: 'Del backlog a hecho, con revisión en medio',
      product: 'De ideas a entregado, con impacto y esfuerzo',
      empty: 'Por hacer, En curso y Hecho',
    },
    submit: 'Montar el tablero',
  },
  people: {
    title: 'Llama al equipo',
    text: 'Pega los correos de una vez. Quien entra ya ve el tablero.',
    done_one: '{{count}} persona llamada.',
    done_other: '{{count}} personas llamadas.',
    open: 'Llamar',
    more: 'Llamar a más',
    skip: 'Saltar',
  },
  table: {
    title: 'Abrid la mesa',
    text: 'Con la primera historia del tablero, para votar juntos.',
    open: 'Abrir',
    story: 'Primera historia',
    example: 'Pago a plazos: mostrar simulación',
    submit: 'Abrir la mesa',
  },
}
