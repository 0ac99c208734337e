import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { t } from '../i18n/index.ts'
import { endSession } from '../lib/call.ts'
import { toast } from '../ui/feedback.tsx'
import { queryClient } from './providers.tsx'
import { sessionPhase } from './session-clock.ts'

const SessionDialog = lazy(async () => ({ default: (await import('./SessionDialog.tsx')).SessionDialog }))

/** How often a renewal is tried while it fails, in milliseconds. */
const renewEvery = 15_000
const openPages = ['/', '/login']

/** Follows the idle session of whoever is signed in: renews it for those who are here, warns the others, and ends it. */
export function SessionWatch() {
  const watched = useRouterState({ select: ({ location }) => !openPages.includes(location.pathname) })
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  useEffect(() => {
    if (!watched) return
    let lastInput = Date.now()
    let lastRenewal = 0
    const touched = () => {
      lastInput = Date.now()
    }
    const tick = () => {
      const now = Date.now()
      const phase = sessionPhase(now, lastInput)
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
    window.addEventListener('pointerdown', touched)
    window.addEventListener('keydown', touched)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pointerdown', touched)
      window.removeEventListener('keydown', touched)
    }
  }, [watched])
  if (!watched || secondsLeft === null) return null
  return (
    <Suspense fallback={null}>
      <SessionDialog secondsLeft={secondsLeft} onStay={renew} />
    </Suspense>
  )
}

/** Any call renews the session; the profile is the one that also tells its length. */
async function renew(): Promise<void> {
  try {
    const { profileQuery } = await import('../features/auth/api.ts')
    await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })
  } catch {
    // Tried again soon; a 401 has already led to the login.
  }
}
