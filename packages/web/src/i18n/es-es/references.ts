import type { Texts } from '../catalogue.ts'
import type { references as original } from '../pt-br/references.ts'

/** What a board remembers of its finished cards. */
export const references: Texts<typeof original> = {
  open: 'Comparar',
  title: 'Para comparar',
  lead: 'Tarjetas ya terminadas en este tablero. Las más parecidas a esta van primero.',
  days_one: '{{count}} día',
  days_other: '{{count}} días',
  usual: 'casi siempre de {{from}} a {{to}} días',
  usualOne_one: 'casi siempre {{count}} día',
  usualOne_other: 'casi siempre {{count}} días',
  took: 'Las últimas {{cards}} tarjetas de {{points}} tardaron <b>{{span}}</b> (80 %).',
  span: 'de {{from}} a {{to}} días',
  spanOne_one: '{{count}} día',
  spanOne_other: '{{count}} días',
  dots_one: '{{count}} tarjeta: {{list}}',
  dots_other: '{{count}} tarjetas: {{list}}',
  dotsOf_one: '{{cards}} en {{days}} día',
  dotsOf_other: '{{cards}} en {{days}} días',
  remembers: 'Lo que recuerda el tablero',
  alike: 'Ya terminadas, las más parecidas',
  own: 'Solo lo ves tú: de las últimas {{count}} rondas, tu voto quedó por debajo de lo que guardó el equipo en {{below}}, igual en {{same}} y por encima en {{above}}.',
  sprint: {
    title: 'Cómo terminaron las estimaciones',
    note: 'Del comienzo del trabajo al final, en días corridos.',
    done_zero: '{{done}} de {{count}} terminadas',
    done_one: '{{done}} de {{count}} terminada',
    done_other: '{{done}} de {{count}} terminadas',
    took: '{{span}}, en el medio {{median}}',
    unknown: 'inicio sin anotar',
  },
}
