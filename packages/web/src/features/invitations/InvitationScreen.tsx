import { Button } from '@mantine/core'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import { Swatch } from '../../ui/fields/Swatch.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { PanelScreen } from '../../ui/page/PanelScreen.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { toast } from '../../ui/states/feedback.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import classes from './InvitationScreen.module.css'

/** Where an invitation leads: what the board is, who invited, and the way in. */
export function InvitationScreen() {
  // Behind #, where no server and no log see it.
  const token = useLocation({ select: ({ hash }) => hash })
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['invitations', token],
    queryFn: () => call(invitationsApi.open, { body: { token } }),
  })
  // The server answered, and the answer will not change by asking again.
  const isOver = error instanceof CallError && error.status >= 400 && error.status < 500
  return (
    <PanelScreen home="/dashboard">
      {!data && !isError && (
        <SkeletonGroup>
          <Skeleton width="4.5rem" height="4.5rem" radius="20px" />
          <Skeleton width="70%" height="1.75rem" />
          <Skeleton />
          <Skeleton height="3rem" radius="10px" />
        </SkeletonGroup>
      )}
      {isError && isOver && <Over text={error.message} />}
      {isError && !isOver && <ErrorState title={t('invitations:failed')} text={error.message} onRetry={() => void refetch()} />}
      {data && <Invitation token={token} invitation={data} />}
    </PanelScreen>
  )
}

function Over({ text }: { text: string }) {
  return (
    <EmptyState
      art="board"
      level={1}
      title={t('invitations:over')}
      text={text}
      action={
        <LinkButton to="/dashboard" search={{ ver: 'quadros' }} variant="filled">
          {t('invitations:myBoards')}
        </LinkButton>
      }
    />
  )
}

type Opened = { board_title: string; board_color: string; invited_by: string; role: string; expires_at: string }

function Invitation({ token, invitation }: { token: string; invitation: Opened }) {
  const { board_title, board_color, invited_by, role, expires_at } = invitation
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const accept = async () => {
    setSending(true)
    setRefusal(null)
    try {
      const { board_id } = await call(invitationsApi.accept, { body: { token } })
      void queryClient.invalidateQueries({ queryKey: ['boards'] })
      await navigate({ to: '/board/$boardId', params: { boardId: String(board_id) }, replace: true })
      toast(t('invitations:accepted', { board: board_title }))
    } catch (reason) {
      setSending(false)
      setRefusal(reason instanceof CallError ? reason : new CallError(t('errors.unknown')))
    }
  }
  if (refusal && refusal.status >= 400 && refusal.status < 500) return <Over text={refusal.message} />
  return (
    <div className={classes.invitation}>
      <Swatch color={board_color} size={72} />
      <h1>
        <span>
          {t('invitations:title', { name: invited_by })} {t('invitations:lead')}
        </span>
        {board_title}
      </h1>
      <p>{t(role === 'guest' ? 'invitations:guest' : 'invitations:member')}</p>
      <FormProblem text={refusal?.message ?? null} />
      <Button variant="filled" size="lg" fullWidth loading={sending} onClick={() => void accept()}>
        {t('invitations:accept')}
      </Button>
      <LinkButton to="/dashboard" variant="subtle" fullWidth>
        {t('invitations:later')}
      </LinkButton>
      <p className={classes.until}>{t('invitations:until', { date: format.date(expires_at) })}</p>
    </div>
  )
}
