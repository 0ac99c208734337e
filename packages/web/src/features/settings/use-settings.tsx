import type { Settings, SettingsChange } from '@rodada/contract/auth/account'
import { accountApi } from '@rodada/contract/auth/account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { settingsQuery } from '../../lib/device/save-appearance.ts'
import { write } from '../../lib/device/storage.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { toast } from '../../ui/states/feedback.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'

/** What needs the settings of the account, with its skeleton and its error. */
export function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data) return children(data)
  if (error) return <ErrorState level={2} title={t('settings:failed')} text={error.message} onRetry={() => void refetch()} />
  return (
    <SkeletonGroup>
      <Skeleton height="10rem" radius="12px" />
    </SkeletonGroup>
  )
}

/** Shows a change of the settings at once, keeps it with the account and says so; what could not be kept goes back to what it was. */
export function useSaveSettings(): (change: SettingsChange) => Promise<void> {
  const queryClient = useQueryClient()
  return async (change) => {
    await queryClient.cancelQueries(settingsQuery)
    const before = queryClient.getQueryData(settingsQuery.queryKey)
    if (before) queryClient.setQueryData(settingsQuery.queryKey, withChange(before, change))
    try {
      const settings = await call(accountApi.updateSettings, { body: change })
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      write('rodada.idleMinutes', String(settings.security.session_timeout))
      toast(t('settings:saved'))
    } catch (reason) {
      if (before) queryClient.setQueryData(settingsQuery.queryKey, before)
      tellProblem(t('settings:notSaved'), reason)
    }
  }
}

const withChange = (before: Settings, change: SettingsChange): Settings => ({
  notifications: { ...before.notifications, ...change.notifications },
  appearance: { ...before.appearance, ...change.appearance },
  security: { ...before.security, ...change.security },
  voting: { ...before.voting, ...change.voting },
  dashboard: { ...before.dashboard, ...change.dashboard },
})
