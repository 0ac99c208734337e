import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { endSession } from '../../lib/call/call.ts'
import { settingsQuery } from '../../lib/device/save-appearance.ts'
import { isAttended } from '../../lib/live/attendance.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/states/feedback.tsx'
import { queryClient } from '../providers.tsx'
import { sessionPhase } from './session-clock.ts'

const SessionDialog = lazyPart(async () => (await import('./SessionDialog.tsx')).SessionDialog)

/** How often a renewal is tried while it fails, in milliseconds. */
const renewEvery = 15_000
const openPages = ['/', '/login']

/**
 * Follows the idle session: renews it while the person is here, warns them when they are not, and ends it. When they come back,
 * this browser is subscribed to news again, in case the server forgot it.
 */
export function SessionWatch() {
  const watched = useRouterState({ select: ({ location }) => !openPages.includes(location.pathname) })
  // What was chosen on another device is drawn here too.
  useQuery({ ...settingsQuery, enabled: watched })
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  useEffect(() => {
    if (!watched) return
    let lastRenewal = 0
    const tick = () => {
      const now = Date.now()
      const phase = sessionPhase(now, isAttended(now))
      setSecondsLeft(phase.kind === 'warn' ? phase.secondsLeft : null)
      if (phase.kind === 'over') {
        endSession()
        toast(t('session.expired'), { kind: 'problem' })
      }
      if ((phase.kind === 'renew' || phase.kind === 'unknown') && now - lastRenewal > renewEvery) {
        lastRenewal = now
        void renew()
      }
    }
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [watched])
  useEffect(() => {
    if (!watched) return
    const renewIfSeen = () => {
      if (document.visibilityState === 'visible' && mayBeSubscribed()) void subscribeAgain()
    }
    renewIfSeen()
    document.addEventListener('visibilitychange', renewIfSeen)
    return () => document.removeEventListener('visibilitychange', renewIfSeen)
  }, [watched])
  if (!watched || secondsLeft === null) return null
  return <SessionDialog secondsLeft={secondsLeft} onStay={renew} />
}

/** Most browsers are not, and need no script for it. */
const mayBeSubscribed = (): boolean => 'Notification' in window && Notification.permission === 'granted'

async function subscribeAgain(): Promise<void> {
  try {
    const { renewPush } = await import('../../lib/device/web-push.ts')
    await renewPush()
  } catch {
    // The script did not arrive: the next time that the page is looked at.
  }
}

/** Any call renews the session; the profile is the one that also tells its length. */
async function renew(): Promise<void> {
  try {
    const { profileQuery } = await import('../../lib/call/account.ts')
    await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })
  } catch {
    // Tried again soon; a 401 has already led to the login.
  }
}
