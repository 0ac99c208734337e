import { invitationDays, invitationPage } from '@rodada/contract/boards/settings'
import { findLanguage, type Language, languages } from '@rodada/contract/core/languages'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { composeEmail, type EmailParts } from '../../../platform/mail/email.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { renewInvitation } from './invitation-queries.ts'

export type BoardMails = {
  /** To the invited address; nothing when the invitation has ended by then. */
  invitation: (trx: Db, data: { invitationId: number }) => Promise<void>
}

type Invited = { invited_by: string; board_title: string; role: 'member' | 'guest' }
type InvitationWords = (invited: Invited) => Pick<EmailParts, 'subject' | 'lines'> & { link: string }

const wordsIn: Record<Language, InvitationWords> = {
  'pt-BR': ({ invited_by, board_title, role }) => ({
    subject: `${invited_by} convidou você para um quadro da Rodada`,
    lines: [
      `${invited_by} convidou você para o quadro “${board_title}”.`,
      role === 'guest' ? 'Você vai poder ver tudo, sem mudar nada.' : 'Você vai poder criar, mover e comentar cartões.',
      `Entre com a sua conta ou crie uma. O link vale por ${invitationDays} dias e serve uma vez só.`,
      'Se você não conhece quem convidou, ignore esta mensagem.',
    ],
    link: 'Ver o convite',
  }),
  'en-US': ({ invited_by, board_title, role }) => ({
    subject: `${invited_by} invited you to a board on Rodada`,
    lines: [
      `${invited_by} invited you to the board “${board_title}”.`,
      role === 'guest'
        ? 'You will be able to see everything, without changing anything.'
        : 'You will be able to create, move and comment on cards.',
      `Sign in with your account or create one. The link is valid for ${invitationDays} days and works once.`,
      'If you do not know who invited you, ignore this message.',
    ],
    link: 'See the invitation',
  }),
  'es-ES': ({ invited_by, board_title, role }) => ({
    subject: `${invited_by} te ha invitado a un tablero de Rodada`,
    lines: [
      `${invited_by} te ha invitado al tablero “${board_title}”.`,
      role === 'guest' ? 'Podrás verlo todo, sin cambiar nada.' : 'Podrás crear, mover y comentar tarjetas.',
      `Entra con tu cuenta o crea una. El enlace vale ${invitationDays} días y sirve una sola vez.`,
      'Si no conoces a quien te invita, ignora este mensaje.',
    ],
    link: 'Ver la invitación',
  }),
}

/** The emails about boards. */
export function createBoardMails({ db, outbox, config }: Pick<Deps, 'db' | 'outbox' | 'config'>): BoardMails {
  const site = config.publicUrl?.replace(/\/$/, '') ?? ''
  return {
    invitation: outbox.register('board_invitation', async ({ invitationId }) => {
      const token = newSecret()
      const invitation = await db.transaction().execute((trx) => renewInvitation(trx, invitationId, hashSecret(token)))
      if (!invitation) return undefined
      const language = findLanguage(invitation.language) ?? languages[0]
      const { link, ...words } = wordsIn[language](invitation)
      return composeEmail(invitation.email, { ...words, link: { text: link, url: `${site}${invitationPage}${token}` }, language })
    }),
  }
}
