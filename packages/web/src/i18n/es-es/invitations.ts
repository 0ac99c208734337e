import type { Texts } from '../catalogue.ts'
import type { invitations as original } from '../pt-br/invitations.ts'

/** Texts of the page that an invitation leads to. */
export const invitations: Texts<typeof original> = {
  title: '{{name}} te ha invitado',
  lead: 'al tablero',
  member: 'Podrás crear, mover y comentar tarjetas.',
  guest: 'Podrás verlo todo, sin cambiar nada.',
  until: 'La invitación vale hasta el {{date}}.',
  accept: 'Entrar en el tablero',
  later: 'Ahora no',
  accepted: 'Listo, ya formas parte de {{board}}.',
  over: 'Esta invitación ya no es válida',
  myBoards: 'Ver mis tableros',
  failed: 'No pudimos abrir la invitación',
}
