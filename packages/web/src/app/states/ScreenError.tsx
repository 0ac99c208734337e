import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CallError } from '../../lib/call/call.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { NetworkLost } from './NetworkLost.tsx'

/** What stands where a screen would, which failed to load or broke while drawing. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof CallError && error.id === 'network') return <NetworkLost />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorState title={error instanceof CallError ? error.message : undefined} onRetry={retry} />
}
