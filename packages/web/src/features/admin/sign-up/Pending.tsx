import { Button } from '@mantine/core'
import { type InviteOutcome, type PendingInvitation, signUpApi } from '@rodada/contract/auth/sign-up'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import classes from '../../../ui/fields/fields.module.css'
import { Panel } from '../../../ui/page/Panel.tsx'
import { Outcomes } from '../../../ui/people/Outcomes.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import own from './sign-up.module.css'

const pendingQuery = queryOptions({
  queryKey: ['admin', 'invitations'],
  queryFn: ({ signal }) => call(signUpApi.invitations, { signal }),
  staleTime: 0,
})

/** Invitations that wait, to the installation and to its boards: sent again, or withdrawn. Nothing where there are none. */
export function Pending() {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(pendingQuery)
  const [outcomes, setOutcomes] = useState<InviteOutcome[]>([])
  if (isError && !data) return <ErrorState level={2} title={t('admin:members.pendingFailed')} onRetry={() => void refetch()} />
  if (!data?.length && outcomes.length === 0) return null
  const refresh = () => client.invalidateQueries({ queryKey: ['admin'] })
  const withdraw = async ({ id, board }: PendingInvitation) => {
    try {
      if (board) await call(invitationsApi.revoke, { params: { boardId: board.id, invitationId: id } })
      else await call(signUpApi.withdraw, { params: { invitationId: id } })
      toast(t('admin:members.withdrawn'))
      setOutcomes([])
    } catch (reason) {
      tellProblem(t('admin:members.withdrawFailed'), reason)
    }
    void refresh()
  }
  // An invitation of the same address replaces the one that waits, whose link ends.
  const resend = async ({ email, board }: PendingInvitation) => {
    try {
      const role = board?.role === 'guest' ? 'guest' : 'member'
      const made = board
        ? await call(invitationsApi.make, { params: { boardId: board.id }, body: { emails: [email], role } })
        : await call(signUpApi.invite, { body: { emails: [email] } })
      setOutcomes(made.outcomes)
    } catch (reason) {
      tellProblem(t('admin:members.resendFailed'), reason)
    }
    void refresh()
  }
  return (
    <div className={own.pending}>
      <Panel title={t('admin:members.pending')} note={format.integer(data?.length ?? 0)}>
        <Outcomes outcomes={outcomes} />
        <ul className={classes.rows}>
          {data?.map((invitation) => (
            <li key={`${invitation.board?.id ?? 0}-${invitation.id}`}>
              <span className={classes.rowText}>
                {invitation.email}
                <small>{whereTo(invitation)}</small>
              </span>
              <span className={own.buttons}>
                <Button
                  size="sm"
                  aria-label={t('admin:members.resendTo', { email: invitation.email })}
                  onClick={() => void resend(invitation)}
                >
                  {t('admin:members.resend')}
                </Button>
                <Button
                  size="sm"
                  variant="subtle"
                  aria-label={t('admin:members.withdrawOf', { email: invitation.email })}
                  onClick={() => void withdraw(invitation)}
                >
                  {t('admin:members.withdraw')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function whereTo({ board, invited_by: name, expires_at }: PendingInvitation): string {
  const date = format.date(expires_at)
  return board ? t('admin:members.pendingTo', { board: board.title, name, date }) : t('admin:members.pendingHere', { name, date })
}
