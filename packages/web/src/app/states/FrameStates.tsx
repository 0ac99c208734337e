import type { ErrorComponentProps } from '@tanstack/react-router'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import classes from './FrameStates.module.css'
import { ScreenError } from './ScreenError.tsx'

/** The shape of a screen that is on its way, inside the frame. */
export function FramePending() {
  return (
    <div className={classes.state}>
      <SkeletonGroup>
        <Skeleton width="40%" height="1.875rem" />
        <Skeleton width="65%" />
        <Skeleton height="8.75rem" radius="12px" />
        <Skeleton height="8.75rem" radius="12px" />
      </SkeletonGroup>
    </div>
  )
}

/** A screen that failed to load or broke while drawing; the frame around it still leads elsewhere. */
export function FrameError(props: ErrorComponentProps) {
  return (
    <div className={classes.state}>
      <ScreenError {...props} />
    </div>
  )
}
