import type { Texts } from '../catalogue.ts'
import type { emailConfirmation as original } from '../pt-br/email-confirmation.ts'

/** Texts of the page that the email about one's address leads to. */
export const emailConfirmation: Texts<typeof original> = {
  title: 'Confirmar el correo',
  text: 'Estás en la cuenta de {{name}}, que usa el correo {{email}}. Confirma que es tuyo para recibir invitaciones a tableros directamente en la cuenta.',
  confirm: 'Confirmar el correo',
  later: 'Ahora no',
  done: 'Correo confirmado',
  doneText: '{{email}} está confirmado. Quien te invite con él te añade al tablero al momento.',
  go: 'Ir al panel',
  over: 'Este enlace ya no confirma nada',
  noToken: 'Abre el enlace completo del mensaje o pide otro en tu perfil.',
  settings: 'Abrir los ajustes',
  failed: 'No hemos podido abrir tu cuenta',
}
