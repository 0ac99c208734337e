import { type AnybodysToken, adminTokensApi } from '@rodada/contract/auth/tokens'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { focusIfLost } from '../../../ui/focus/focus-if-lost.ts'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { anybodysTokensQuery } from '../programs/api.ts'
import classes from '../programs/programs.module.css'
import { TokenHead, TokenRow } from '../programs/TokenRow.tsx'
import shared from '../settings.module.css'

const whereOf = ({ boards_count }: AnybodysToken): string =>
  boards_count === null ? t('programs:allBoards') : t('programs:boardsOf', { count: boards_count })

/** The tokens of all accounts, which who administers can end. */
export function TokensPanel() {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(anybodysTokensQuery)
  const [revoking, setRevoking] = useState<AnybodysToken | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const tokens = query.data?.pages.flatMap((page) => page.tokens)
  const revoke = async ({ id }: AnybodysToken) => {
    try {
      await call(adminTokensApi.revoke, { params: { tokenId: id } })
      toast(t('programs:revoked'))
    } catch (reason) {
      tellProblem(t('programs:notRevoked'), reason)
    }
    // The audit log, which stands below, tells it too.
    void queryClient.invalidateQueries({ queryKey: ['system', 'audit'] })
    await queryClient.invalidateQueries(anybodysTokensQuery)
    focusIfLost(() => panel.current)
  }
  return (
    <Panel title={t('programs:ofAll.title')}>
      <p className={shared.hint}>{t('programs:ofAll.lead')}</p>
      {query.error && !tokens && (
        <ErrorState level={3} title={t('programs:failed')} text={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {!tokens && !query.error && (
        <SkeletonGroup>
          <Skeleton height="5rem" radius="8px" />
        </SkeletonGroup>
      )}
      {tokens?.length === 0 && <p className={shared.hint}>{t('programs:ofAll.none')}</p>}
      {tokens && tokens.length > 0 && (
        <div ref={panel} tabIndex={-1} className={classes.tokens}>
          <TokenHead />
          <ul aria-label={t('programs:ofAll.title')}>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} owner={token.user.name} boards={whereOf(token)} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
        </div>
      )}
      <MoreButton query={query} />
      {revoking && (
        <ConfirmDialog
          title={t('programs:revokeTitle', { name: revoking.name })}
          text={t('programs:ofAll.revokeText', { name: revoking.user.name })}
          action={t('programs:revokeAction')}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </Panel>
  )
}
