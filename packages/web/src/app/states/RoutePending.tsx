import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import classes from '../page.module.css'

/** The shape of a page that is on its way. */
export function RoutePending() {
  return (
    <main id="conteudo" tabIndex={-1} className={classes.pending}>
      <SkeletonGroup>
        <Skeleton width="40%" height="1.875rem" />
        <Skeleton width="65%" />
        <Skeleton height="7.5rem" radius="12px" />
        <Skeleton height="7.5rem" radius="12px" />
      </SkeletonGroup>
    </main>
  )
}
