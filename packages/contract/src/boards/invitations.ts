import { z } from 'zod'
import { InvitedEmails, InviteOutcome } from '../auth/sign-up.ts'
import type { Endpoint } from '../core/endpoint.ts'
import { BoardRole, Done, Id, Instant } from '../core/fields.ts'
import { texts } from '../texts/texts.ts'

export const Invitation = z.object({
  id: z.int(),
  board_id: z.int(),
  email: z.string(),
  role: BoardRole,
  expires_at: Instant,
  created_at: Instant,
})
export type Invitation = z.infer<typeof Invitation>

const BoardParams = z.object({ boardId: Id })
const OwnParams = z.object({ invitationId: Id })
const InvitationToken = z.object({ token: z.string({ error: texts.invitationOver }).max(100, { error: texts.invitationOver }) })

/** Invitations to boards: those that wait, a person's own, and links. `boards.addMember` makes them, too. */
export const invitationsApi = {
  ofBoard: {
    method: 'GET',
    url: '/boards/:boardId/invitations',
    access: 'session',
    summary: 'Convites à espera',
    params: BoardParams,
    reply: z.array(Invitation),
  },
  make: {
    method: 'POST',
    url: '/boards/:boardId/invitations',
    access: 'session',
    token: 'never',
    summary: 'Convida até 100 endereços de uma vez; a resposta diz o que houve com cada um',
    params: BoardParams,
    body: z.object({ emails: InvitedEmails, role: z.enum(['member', 'guest']).default('member') }),
    reply: z.object({ outcomes: z.array(InviteOutcome) }),
  },
  revoke: {
    method: 'DELETE',
    url: '/boards/:boardId/invitations/:invitationId',
    access: 'session',
    summary: 'Cancela um convite',
    params: BoardParams.extend({ invitationId: Id }),
    reply: Done,
  },
  own: {
    method: 'GET',
    url: '/invitations',
    access: 'session',
    token: 'account',
    summary: 'Convites para quadros em que a pessoa só entra se quiser: ela saiu dele, ou de outro de quem convida',
    reply: z.array(
      z.object({
        id: z.int(),
        board_title: z.string(),
        board_color: z.string(),
        invited_by: z.string(),
        role: BoardRole,
        expires_at: Instant,
      }),
    ),
  },
  acceptOwn: {
    method: 'POST',
    url: '/invitations/:invitationId/accept',
    access: 'session',
    token: 'never',
    summary: 'Entra no quadro do convite',
    params: OwnParams,
    reply: z.object({ board_id: z.int() }),
  },
  declineOwn: {
    method: 'DELETE',
    url: '/invitations/:invitationId',
    access: 'session',
    token: 'never',
    summary: 'Recusa o convite',
    params: OwnParams,
    reply: Done,
  },
  open: {
    // Reads, and is a POST all the same: in an address the token would be in every log on its way.
    method: 'POST',
    url: '/invitations/open',
    access: 'session',
    token: 'never',
    summary: 'Para onde um convite leva',
    body: InvitationToken,
    reply: z.object({ board_title: z.string(), board_color: z.string(), invited_by: z.string(), role: BoardRole, expires_at: Instant }),
  },
  accept: {
    method: 'POST',
    url: '/invitations/accept',
    access: 'session',
    token: 'never',
    summary: 'Aceita um convite, uma vez',
    body: InvitationToken,
    reply: z.object({ board_id: z.int() }),
  },
} as const satisfies Record<string, Endpoint>
