import { accountApi, type Settings } from '@rodada/contract/auth/account'
import { systemApi } from '@rodada/contract/instance/system'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import type { MailKind } from '@rodada/contract/notifications/settings'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { settingsQuery } from '../../lib/device/save-appearance.ts'
import { toast } from '../../ui/states/feedback.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'

type Choices = Settings['notifications']

/** What this installation offers; nothing that changes while it runs. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(systemApi.info, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const deliveryQuery = queryOptions({
  queryKey: ['notification-delivery'],
  queryFn: ({ signal }) => call(notificationsApi.delivery, { signal }),
})

/** Saves a choice at once: it shows before the server has confirmed it, and goes back when it does not. */
export function useChooseNotifications() {
  const queryClient = useQueryClient()
  return async (change: Partial<Choices>): Promise<boolean> => {
    await queryClient.cancelQueries(settingsQuery)
    const before = queryClient.getQueryData(settingsQuery.queryKey)
    if (before) queryClient.setQueryData(settingsQuery.queryKey, { ...before, notifications: { ...before.notifications, ...change } })
    try {
      const settings = await call(accountApi.updateSettings, { body: { notifications: change } })
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      toast(t('notifications:tab.saved'))
      return true
    } catch (reason) {
      queryClient.setQueryData(settingsQuery.queryKey, before)
      tellProblem(t('notifications:tab.saveFailed'), reason)
      return false
    }
  }
}

/** Resumes a kind of emails that was ended by a link. */
export function useUnmute() {
  const queryClient = useQueryClient()
  return async (kind: MailKind) => {
    try {
      await call(notificationsApi.muteMail, { body: { kind, muted: false } })
      toast(t('notifications:tab.unmuted'))
    } catch (reason) {
      tellProblem(t('notifications:tab.saveFailed'), reason)
    }
    await queryClient.invalidateQueries(deliveryQuery)
  }
}
