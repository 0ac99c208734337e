import { emailConfirmationHours as hours } from '@rodada/contract/auth/email-confirmation'
import { invitationDays as days } from '@rodada/contract/boards/settings'
import type { Language } from '@rodada/contract/core/languages'
import type { EmailParts } from '../../../platform/mail/email.ts'
import type { ResetLife } from '../reset/reset-queries.ts'

type MailTexts = {
  passwordReset: (name: string, url: string, life: ResetLife) => EmailParts
  newDevice: (name: string, at: { device: string; when: string; url: string }) => EmailParts
  passwordChanged: (name: string) => EmailParts
  twoFactorChanged: (name: string, enabled: boolean) => EmailParts
  companyChanged: (name: string, change: { linked: boolean; reset?: boolean }) => EmailParts
  twoFactorReset: (name: string) => EmailParts
  tokenMade: (name: string, made: { token: string; url: string }) => EmailParts
  calendarOpened: (name: string, url: string) => EmailParts
  tokenRevoked: (name: string, token: string) => EmailParts
  emailChanged: (name: string) => EmailParts
  emailConfirmation: (name: string, url: string) => EmailParts
  /** `inviter` is null where the person asked for the link. */
  signUpInvitation: (inviter: string | null, url: string) => EmailParts
}

const portuguese: MailTexts = {
  signUpInvitation: (inviter, url) => ({
    subject: inviter === null ? 'O seu link para criar a conta na Rodada' : `${inviter} convidou você para a Rodada`,
    lines: [
      inviter === null
        ? 'Alguém pediu este link para criar uma conta na Rodada com o seu endereço.'
        : `${inviter} convidou você para a Rodada, onde o time planeja, vota e acompanha o trabalho.`,
      `O link vale por ${days} dias, para este endereço, e serve uma vez só.`,
      inviter === null ? 'Se não foi você, ignore esta mensagem.' : 'Se você não conhece quem convidou, ignore esta mensagem.',
    ],
    link: { text: 'Criar a minha conta', url },
  }),
  passwordReset: (name, url, life) => ({
    subject: 'Redefina a sua senha da Rodada',
    lines: [
      `Olá, ${name}.`,
      `Alguém pediu para redefinir a senha da sua conta. O link vale por ${'hours' in life ? `${life.hours} horas` : `${life.minutes} minutos`} e serve uma vez só.`,
      'Se não foi você, ignore esta mensagem: a sua senha continua a mesma.',
    ],
    link: { text: 'Redefinir a senha', url },
  }),
  newDevice: (name, { device, when, url }) => ({
    subject: 'Novo acesso à sua conta da Rodada',
    lines: [
      `Olá, ${name}.`,
      `Entraram na sua conta de um aparelho ou lugar novo: ${device}, em ${when}.`,
      'Se foi você, está tudo certo.',
      'Se não foi você, redefina a sua senha agora e fale com quem administra a Rodada.',
    ],
    link: { text: 'Ver as sessões abertas', url },
  }),
  passwordChanged: (name) => ({
    subject: 'A senha da sua conta mudou',
    lines: [
      `Olá, ${name}.`,
      'A senha da sua conta da Rodada foi trocada, e as outras sessões foram encerradas.',
      'Se não foi você, redefina a sua senha agora e fale com quem administra a Rodada.',
    ],
  }),
  twoFactorChanged: (name, enabled) => ({
    subject: enabled ? 'Verificação em duas etapas ativada' : 'Verificação em duas etapas desativada',
    lines: [
      `Olá, ${name}.`,
      `A verificação em duas etapas da sua conta da Rodada foi ${enabled ? 'ativada' : 'desativada'}.`,
      'Se não foi você, redefina a sua senha agora e fale com quem administra a Rodada.',
    ],
  }),
  companyChanged: (name, { linked, reset }) => ({
    subject: linked ? 'Sua conta da Rodada foi ligada à empresa' : 'Sua conta da Rodada não está mais ligada à empresa',
    lines: [
      `Olá, ${name}.`,
      linked
        ? 'A partir de agora, o login da empresa também abre a sua conta da Rodada.'
        : 'A partir de agora, o login da empresa não abre mais a sua conta da Rodada.',
      reset
        ? 'Ela foi desligada porque a senha foi redefinida e na empresa o endereço é outro. Se o login da empresa é seu, ligue-o outra vez em Configurações, Segurança.'
        : 'Se não foi você, fale agora com quem administra a Rodada.',
    ],
  }),
  twoFactorReset: (name) => ({
    subject: 'Verificação em duas etapas desativada',
    lines: [
      `Olá, ${name}.`,
      'Quem administra a Rodada desativou a verificação em duas etapas da sua conta. A partir de agora, a senha basta para entrar.',
      'Se você pediu, ative de novo em Configurações, Segurança.',
      'Se você não pediu, redefina a sua senha agora e fale com quem administra a Rodada.',
    ],
  }),
  tokenMade: (name, { token, url }) => ({
    subject: 'Novo token pessoal na sua conta da Rodada',
    lines: [
      `Olá, ${name}.`,
      `A sua conta tem um novo token, ‘${token}’, com o qual um programa age em seu nome.`,
      'Se foi você quem o criou, está tudo certo.',
      'Se não foi você, revogue o token, redefina a sua senha agora e fale com quem administra a Rodada.',
    ],
    link: { text: 'Ver os tokens', url },
  }),
  calendarOpened: (name, url) => ({
    subject: 'Novo endereço de calendário na sua conta da Rodada',
    lines: [
      `Olá, ${name}.`,
      'A sua conta tem um novo endereço de calendário: quem o tem lê os seus prazos e as suas sprints sem entrar na Rodada.',
      'Se foi você quem o criou, está tudo certo.',
      'Se não foi você, desligue o endereço, redefina a sua senha agora e fale com quem administra a Rodada.',
    ],
    link: { text: 'Ver as integrações', url },
  }),
  tokenRevoked: (name, token) => ({
    subject: 'Um token pessoal seu foi revogado',
    lines: [
      `Olá, ${name}.`,
      `Quem administra a Rodada revogou o seu token ‘${token}’. O programa que o usava não entra mais.`,
      'Se ele ainda precisa entrar, fale com quem administra a Rodada e crie outro em Configurações, Programas.',
    ],
  }),
  emailChanged: (name) => ({
    subject: 'O e-mail da sua conta mudou',
    lines: [
      `Olá, ${name}.`,
      'A sua conta da Rodada passou a usar outro e-mail, e este endereço não entra mais nela.',
      'Se não foi você, fale agora com quem administra a Rodada.',
    ],
  }),
  emailConfirmation: (name, url) => ({
    subject: 'Confirme o seu e-mail na Rodada',
    lines: [
      `Olá, ${name}.`,
      `Este endereço está em uma conta da Rodada. Confirme que ele é seu para receber convites de quadros direto na conta. O link vale por ${hours} horas e serve uma vez só.`,
      'Se a conta não é sua, ignore esta mensagem: sem a confirmação, ninguém entra em um quadro pelo seu endereço.',
    ],
    link: { text: 'Confirmar o e-mail', url },
  }),
}

const english: MailTexts = {
  signUpInvitation: (inviter, url) => ({
    subject: inviter === null ? 'Your link to create an account on Rodada' : `${inviter} invited you to Rodada`,
    lines: [
      inviter === null
        ? 'Someone asked for this link to create an account on Rodada with your address.'
        : `${inviter} invited you to Rodada, where the team plans, votes and follows the work.`,
      `The link is valid for ${days} days, for this address, and works once.`,
      inviter === null ? 'If it was not you, ignore this message.' : 'If you do not know who invited you, ignore this message.',
    ],
    link: { text: 'Create my account', url },
  }),
  passwordReset: (name, url, life) => ({
    subject: 'Reset your Rodada password',
    lines: [
      `Hello, ${name}.`,
      `Someone asked to reset your account’s password. The link is valid for ${'hours' in life ? `${life.hours} hours` : `${life.minutes} minutes`} and works only once.`,
      'If it was not you, ignore this message: your password stays the same.',
    ],
    link: { text: 'Reset password', url },
  }),
  newDevice: (name, { device, when, url }) => ({
    subject: 'New sign-in to your Rodada account',
    lines: [
      `Hello, ${name}.`,
      `Someone signed in to your account from a new device or place: ${device}, on ${when}.`,
      'If it was you, all is well.',
      'If it was not you, reset your password now and talk to whoever administers Rodada.',
    ],
    link: { text: 'See open sessions', url },
  }),
  passwordChanged: (name) => ({
    subject: 'Your account’s password has changed',
    lines: [
      `Hello, ${name}.`,
      'The password of your Rodada account was changed, and the other sessions were ended.',
      'If it was not you, reset your password now and talk to whoever administers Rodada.',
    ],
  }),
  twoFactorChanged: (name, enabled) => ({
    subject: enabled ? 'Two-step verification is on' : 'Two-step verification is off',
    lines: [
      `Hello, ${name}.`,
      `Two-step verification of your Rodada account was turned ${enabled ? 'on' : 'off'}.`,
      'If it was not you, reset your password now and talk to whoever administers Rodada.',
    ],
  }),
  companyChanged: (name, { linked, reset }) => ({
    subject: linked ? 'Your Rodada account is now linked to the company' : 'Your Rodada account is no longer linked to the company',
    lines: [
      `Hello, ${name}.`,
      linked
        ? 'From now on, the company sign-in opens your Rodada account, too.'
        : 'From now on, the company sign-in no longer opens your Rodada account.',
      reset
        ? 'It was unlinked because the password was reset and the company has another address. If the company sign-in is yours, link it again in Settings, Security.'
        : 'If it was not you, talk to whoever administers Rodada now.',
    ],
  }),
  twoFactorReset: (name) => ({
    subject: 'Two-step verification is off',
    lines: [
      `Hello, ${name}.`,
      'Whoever administers Rodada turned off two-step verification of your account. From now on the password is enough to sign in.',
      'If you asked for it, turn it on again in Settings, Security.',
      'If you did not ask for it, reset your password now and talk to whoever administers Rodada.',
    ],
  }),
  tokenMade: (name, { token, url }) => ({
    subject: 'New personal token on your Rodada account',
    lines: [
      `Hello, ${name}.`,
      `Your account has a new token, ‘${token}’, with which a program acts on your behalf.`,
      'If you created it, all is well.',
      'If you did not, revoke the token, reset your password now and talk to whoever administers Rodada.',
    ],
    link: { text: 'See the tokens', url },
  }),
  calendarOpened: (name, url) => ({
    subject: 'New calendar address on your Rodada account',
    lines: [
      `Hello, ${name}.`,
      'Your account has a new calendar address: whoever has it reads your due dates and your sprints without signing in to Rodada.',
      'If you created it, all is well.',
      'If you did not, turn the address off, reset your password now and talk to whoever administers Rodada.',
    ],
    link: { text: 'See the integrations', url },
  }),
  tokenRevoked: (name, token) => ({
    subject: 'One of your personal tokens was revoked',
    lines: [
      `Hello, ${name}.`,
      `Whoever administers Rodada revoked your token ‘${token}’. The program that used it no longer gets in.`,
      'If it still needs to, talk to whoever administers Rodada and create another one in Settings, Programs.',
    ],
  }),
  emailChanged: (name) => ({
    subject: 'Your account’s email has changed',
    lines: [
      `Hello, ${name}.`,
      'Your Rodada account now uses another email, and this address no longer signs in to it.',
      'If it was not you, talk to whoever administers Rodada now.',
    ],
  }),
  emailConfirmation: (name, url) => ({
    subject: 'Confirm your email on Rodada',
    lines: [
      `Hello, ${name}.`,
      `This address is on a Rodada account. Confirm that it is yours to receive board invitations right in the account. The link is valid for ${hours} hours and works only once.`,
      'If the account is not yours, ignore this message: without the confirmation, nobody gets onto a board through your address.',
    ],
    link: { text: 'Confirm email', url },
  }),
}

const spanish: MailTexts = {
  signUpInvitation: (inviter, url) => ({
    subject: inviter === null ? 'Tu enlace para crear la cuenta en Rodada' : `${inviter} te ha invitado a Rodada`,
    lines: [
      inviter === null
        ? 'Alguien pidió este enlace para crear una cuenta en Rodada con tu dirección.'
        : `${inviter} te ha invitado a Rodada, donde el equipo planifica, vota y sigue el trabajo.`,
      `El enlace vale ${days} días, para esta dirección, y sirve una sola vez.`,
      inviter === null ? 'Si no fuiste tú, ignora este mensaje.' : 'Si no conoces a quien te invita, ignora este mensaje.',
    ],
    link: { text: 'Crear mi cuenta', url },
  }),
  passwordReset: (name, url, life) => ({
    subject: 'Restablece tu contraseña de Rodada',
    lines: [
      `Hola, ${name}:`,
      `Alguien ha pedido restablecer la contraseña de tu cuenta. El enlace vale ${'hours' in life ? `${life.hours} horas` : `${life.minutes} minutos`} y sirve una sola vez.`,
      'Si no has sido tú, ignora este mensaje: tu contraseña sigue siendo la misma.',
    ],
    link: { text: 'Restablecer la contraseña', url },
  }),
  newDevice: (name, { device, when, url }) => ({
    subject: 'Nuevo acceso a tu cuenta de Rodada',
    lines: [
      `Hola, ${name}:`,
      `Han entrado en tu cuenta desde un dispositivo o lugar nuevo: ${device}, el ${when}.`,
      'Si has sido tú, todo está bien.',
      'Si no has sido tú, restablece tu contraseña ahora y habla con quien administra Rodada.',
    ],
    link: { text: 'Ver las sesiones abiertas', url },
  }),
  passwordChanged: (name) => ({
    subject: 'La contraseña de tu cuenta ha cambiado',
    lines: [
      `Hola, ${name}:`,
      'La contraseña de tu cuenta de Rodada se ha cambiado, y las otras sesiones se han cerrado.',
      'Si no has sido tú, restablece tu contraseña ahora y habla con quien administra Rodada.',
    ],
  }),
  twoFactorChanged: (name, enabled) => ({
    subject: enabled ? 'Verificación en dos pasos activada' : 'Verificación en dos pasos desactivada',
    lines: [
      `Hola, ${name}:`,
      `La verificación en dos pasos de tu cuenta de Rodada se ha ${enabled ? 'activado' : 'desactivado'}.`,
      'Si no has sido tú, restablece tu contraseña ahora y habla con quien administra Rodada.',
    ],
  }),
  companyChanged: (name, { linked, reset }) => ({
    subject: linked ? 'Tu cuenta de Rodada está vinculada a la empresa' : 'Tu cuenta de Rodada ya no está vinculada a la empresa',
    lines: [
      `Hola, ${name}:`,
      linked
        ? 'A partir de ahora, el acceso de la empresa también abre tu cuenta de Rodada.'
        : 'A partir de ahora, el acceso de la empresa ya no abre tu cuenta de Rodada.',
      reset
        ? 'Se desvinculó porque la contraseña se restableció y en la empresa la dirección es otra. Si el acceso de la empresa es tuyo, vincúlalo de nuevo en Ajustes, Seguridad.'
        : 'Si no fuiste tú, habla ahora con quien administra Rodada.',
    ],
  }),
  twoFactorReset: (name) => ({
    subject: 'Verificación en dos pasos desactivada',
    lines: [
      `Hola, ${name}:`,
      'Quien administra Rodada ha desactivado la verificación en dos pasos de tu cuenta. Desde ahora basta la contraseña para entrar.',
      'Si lo has pedido tú, actívala de nuevo en Ajustes, Seguridad.',
      'Si no lo has pedido, restablece tu contraseña ahora y habla con quien administra Rodada.',
    ],
  }),
  tokenMade: (name, { token, url }) => ({
    subject: 'Nuevo token personal en tu cuenta de Rodada',
    lines: [
      `Hola, ${name}:`,
      `Tu cuenta tiene un token nuevo, ‘${token}’, con el que un programa actúa en tu nombre.`,
      'Si lo has creado tú, todo está bien.',
      'Si no has sido tú, revoca el token, restablece tu contraseña ahora y habla con quien administra Rodada.',
    ],
    link: { text: 'Ver los tokens', url },
  }),
  calendarOpened: (name, url) => ({
    subject: 'Nueva dirección de calendario en tu cuenta de Rodada',
    lines: [
      `Hola, ${name}:`,
      'Tu cuenta tiene una nueva dirección de calendario: quien la tenga lee tus fechas límite y tus sprints sin entrar en Rodada.',
      'Si la has creado tú, todo está bien.',
      'Si no has sido tú, desactiva la dirección, restablece tu contraseña ahora y habla con quien administra Rodada.',
    ],
    link: { text: 'Ver las integraciones', url },
  }),
  tokenRevoked: (name, token) => ({
    subject: 'Se ha revocado uno de tus tokens personales',
    lines: [
      `Hola, ${name}:`,
      `Quien administra Rodada ha revocado tu token ‘${token}’. El programa que lo usaba ya no entra.`,
      'Si todavía tiene que entrar, habla con quien administra Rodada y crea otro en Ajustes, Programas.',
    ],
  }),
  emailChanged: (name) => ({
    subject: 'El correo de tu cuenta ha cambiado',
    lines: [
      `Hola, ${name}:`,
      'Tu cuenta de Rodada usa ahora otro correo, y con esta dirección ya no se entra en ella.',
      'Si no has sido tú, habla ahora con quien administra Rodada.',
    ],
  }),
  emailConfirmation: (name, url) => ({
    subject: 'Confirma tu correo en Rodada',
    lines: [
      `Hola, ${name}:`,
      `Esta dirección está en una cuenta de Rodada. Confirma que es tuya para recibir invitaciones a tableros directamente en la cuenta. El enlace vale ${hours} horas y sirve una sola vez.`,
      'Si la cuenta no es tuya, ignora este mensaje: sin la confirmación, nadie entra en un tablero con tu dirección.',
    ],
    link: { text: 'Confirmar el correo', url },
  }),
}

/** The texts of emails about an account, in the recipient's language. */
export const mailTexts: Record<Language, MailTexts> = { 'pt-BR': portuguese, 'en-US': english, 'es-ES': spanish }
