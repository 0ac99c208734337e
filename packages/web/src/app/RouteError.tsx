import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CallError } from '../lib/call.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { NetworkLost } from './NetworkLost.tsx'

/** A screen that failed to load or broke while drawing. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main id="conteudo" tabIndex={-1}>
      {error instanceof CallError && error.id === 'network' ? (
        <NetworkLost />
      ) : (
        <ErrorState title={error instanceof CallError ? error.message : undefined} onRetry={retry} />
      )}
    </main>
  )
}
