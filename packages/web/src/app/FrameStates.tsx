import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CallError } from '../lib/call.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import classes from './FrameStates.module.css'
import { NetworkLost } from './NetworkLost.tsx'

/** The shape of a screen that is on its way, inside the frame. */
export function FramePending() {
  return (
    <div className={classes.state}>
      <SkeletonGroup>
        <Skeleton width="40%" height="30px" />
        <Skeleton width="65%" />
        <Skeleton height="140px" radius="12px" />
        <Skeleton height="140px" radius="12px" />
      </SkeletonGroup>
    </div>
  )
}

/** A screen that failed to load or broke while drawing; the frame around it still leads elsewhere. */
export function FrameError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className={classes.state}>
      {error instanceof CallError && error.id === 'network' ? (
        <NetworkLost />
      ) : (
        <ErrorState title={error instanceof CallError ? error.message : undefined} onRetry={retry} />
      )}
    </div>
  )
}
