import { type Notification, notificationsApi } from '@rodada/contract/notifications/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { undoToast } from '../../ui/states/feedback.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'
import { notificationsKey } from './api.ts'

type Change = { state: 'read' | 'unread' | 'done' | 'open' } | { state: 'snoozed'; snoozed_until: string }
export type InboxActions = ReturnType<typeof useInboxActions>

/**
 * What a person does with their notifications. What puts one aside can be taken back.
 * @param mark hears what was marked as read, with the time, or as unread
 */
export function useInboxActions(mark: (id: number, read_at: string | null) => void) {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const refresh = () => queryClient.invalidateQueries({ queryKey: notificationsKey })
    const change = async (id: number, body: Change): Promise<boolean> => {
      try {
        await call(notificationsApi.change, { params: { notificationId: id }, body })
        if (body.state === 'read' || body.state === 'unread') mark(id, body.state === 'read' ? new Date().toISOString() : null)
        return true
      } catch (reason) {
        tellProblem(t('notifications:changeFailed'), reason)
        return false
      } finally {
        await refresh()
      }
    }
    const putAside = async ({ id }: Notification, body: Change, said: string): Promise<void> => {
      if (await change(id, body)) undoToast(said, () => void change(id, { state: 'open' }))
    }
    return {
      /** Not told when it fails: unmarked for lack of a network, it simply stays unread. */
      read: ({ id }: Notification): void => {
        call(notificationsApi.read, { params: { notificationId: id } })
          .then(() => {
            mark(id, new Date().toISOString())
            return refresh()
          })
          .catch(() => undefined)
      },
      toggleRead: ({ id, read_at }: Notification) => change(id, { state: read_at === null ? 'read' : 'unread' }),
      done: (one: Notification) => putAside(one, { state: 'done' }, t('notifications:said.done')),
      open: ({ id }: Notification) => change(id, { state: 'open' }),
      snooze: (one: Notification, until: string) =>
        putAside(one, { state: 'snoozed', snoozed_until: until }, t('notifications:said.snoozed', { when: format.dateTime(until) })),
      /** Marks what is shown, and nothing that came since. */
      readAll: async (newest: number): Promise<void> => {
        try {
          await call(notificationsApi.readAll, { body: { up_to: newest } })
          announce(t('notifications:allRead'))
        } catch (reason) {
          tellProblem(t('notifications:readAllFailed'), reason)
        }
        await refresh()
      },
    }
  }, [queryClient, mark])
}
