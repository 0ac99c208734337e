import { Button } from '@mantine/core'
import { emailConfirmationApi } from '@rodada/contract/auth/email-confirmation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { profileQuery } from '../../lib/call/account.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { PanelScreen } from '../../ui/page/PanelScreen.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import classes from './ConfirmEmailScreen.module.css'

/** Where the email about one's address leads: whose account is signed in here, and the button that confirms. */
export function ConfirmEmailScreen() {
  const { data, isError, error, refetch } = useQuery(profileQuery)
  return (
    <PanelScreen home="/dashboard">
      {!data && !isError && (
        <SkeletonGroup>
          <Skeleton width="70%" height="1.75rem" />
          <Skeleton />
          <Skeleton height="3rem" radius="10px" />
        </SkeletonGroup>
      )}
      {!data && isError && <ErrorState title={t('emailConfirmation:failed')} text={error.message} onRetry={() => void refetch()} />}
      {data && <Confirmation name={data.name} email={data.email} />}
    </PanelScreen>
  )
}

function Confirmation({ name, email }: { name: string; email: string }) {
  // Behind #, where no server and no log see it.
  const token = useLocation({ select: ({ hash }) => hash })
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const confirm = async () => {
    setSending(true)
    setRefusal(null)
    try {
      const reply = await call(emailConfirmationApi.complete, { body: { token } })
      void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
      setConfirmed(reply.email)
    } catch (reason) {
      setRefusal(reason instanceof CallError ? reason : new CallError(t('errors.unknown')))
    } finally {
      setSending(false)
    }
  }
  if (confirmed !== null)
    return (
      <EmptyState
        art="board"
        level={1}
        title={t('emailConfirmation:done')}
        text={t('emailConfirmation:doneText', { email: confirmed })}
        action={
          <LinkButton to="/dashboard" variant="filled">
            {t('emailConfirmation:go')}
          </LinkButton>
        }
      />
    )
  if (token === '' || refusal?.fields.token !== undefined)
    return (
      <EmptyState
        art="board"
        level={1}
        title={t('emailConfirmation:over')}
        text={refusal?.message ?? t('emailConfirmation:noToken')}
        action={
          <LinkButton to="/settings" variant="filled">
            {t('emailConfirmation:settings')}
          </LinkButton>
        }
      />
    )
  return (
    <div className={classes.confirmation}>
      <h1>{t('emailConfirmation:title')}</h1>
      <p>{t('emailConfirmation:text', { name, email })}</p>
      <FormProblem text={refusal?.message ?? null} />
      <Button variant="filled" size="lg" fullWidth loading={sending} onClick={() => void confirm()}>
        {t('emailConfirmation:confirm')}
      </Button>
      <LinkButton to="/dashboard" variant="subtle" fullWidth>
        {t('emailConfirmation:later')}
      </LinkButton>
    </div>
  )
}
