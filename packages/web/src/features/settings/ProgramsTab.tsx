import { Button } from '@mantine/core'
import { type PersonalToken, tokensApi } from '@rodada/contract/auth/tokens'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { focusIfLost } from '../../ui/focus/focus-if-lost.ts'
import { Panel } from '../../ui/page/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { toast } from '../../ui/states/feedback.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'
import { AssistantsPanel } from './programs/AssistantsPanel.tsx'
import { tokensQuery } from './programs/api.ts'
import { NewTokenDialog } from './programs/NewTokenDialog.tsx'
import classes from './programs/programs.module.css'
import { type MadeToken, TokenOnce } from './programs/TokenOnce.tsx'
import { TokenHead, TokenRow } from './programs/TokenRow.tsx'

/** Where a token is at work, in words. */
function whereOf({ boards }: PersonalToken): string {
  if (boards === null) return t('programs:allBoards')
  if (boards.length === 0) return t('programs:noBoard')
  return format.list(boards.map(({ title }) => title ?? t('programs:boardGone')))
}

/** 'Programas': the tokens with which programs act for this person. */
export function ProgramsTab() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(tokensQuery)
  const [asking, setAsking] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  const [revoking, setRevoking] = useState<PersonalToken | null>(null)
  const begin = useRef<HTMLButtonElement>(null)

  const refresh = () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey, exact: true })
  const onMade = async (token: MadeToken) => {
    setAsking(false)
    setMade(token)
    await refresh()
  }
  const revoke = async ({ id, hint }: PersonalToken) => {
    try {
      await call(tokensApi.revoke, { params: { tokenId: id } })
      toast(t('programs:revoked'))
      if (made?.token.endsWith(hint)) setMade(null)
    } catch (reason) {
      tellProblem(t('programs:notRevoked'), reason)
    }
    await refresh()
    focusIfLost(() => begin.current)
  }
  const newToken = (
    <Button ref={begin} leftSection={<IconPlus aria-hidden />} onClick={() => setAsking(true)}>
      {t('programs:new')}
    </Button>
  )

  return (
    <>
      {made && (
        <TokenOnce
          key={made.token}
          made={made}
          onKept={() => {
            setMade(null)
            begin.current?.focus()
          }}
        />
      )}
      <Panel title={t('programs:title')} aside={data && data.length > 0 && newToken}>
        <p className={classes.lead}>
          {t('programs:lead')} <a href="/api/docs#tokens">{t('programs:docs')}</a>
        </p>
        {error && !data && <ErrorState level={3} title={t('programs:failed')} text={error.message} onRetry={() => void refetch()} />}
        {!error && !data && (
          <SkeletonGroup>
            <Skeleton height="3.25rem" radius="8px" />
          </SkeletonGroup>
        )}
        {data?.length === 0 && <EmptyState art="tasks" title={t('programs:none')} text={t('programs:noneText')} action={newToken} />}
        {data && data.length > 0 && (
          <div className={classes.tokens}>
            <TokenHead />
            <ul aria-label={t('programs:title')}>
              {data.map((token) => (
                <TokenRow key={token.id} token={token} boards={whereOf(token)} onRevoke={() => setRevoking(token)} />
              ))}
            </ul>
          </div>
        )}
      </Panel>
      <AssistantsPanel />
      {asking && <NewTokenDialog onMade={onMade} onClose={() => setAsking(false)} />}
      {revoking && (
        <ConfirmDialog
          title={t('programs:revokeTitle', { name: revoking.name })}
          text={t('programs:revokeText')}
          action={t('programs:revokeAction')}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}
