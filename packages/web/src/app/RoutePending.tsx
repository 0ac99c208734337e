import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import classes from './page.module.css'

/** The shape of a page that is on its way. */
export function RoutePending() {
  return (
    <main id="conteudo" tabIndex={-1} className={classes.pending}>
      <SkeletonGroup>
        <Skeleton width="40%" height="30px" />
        <Skeleton width="65%" />
        <Skeleton height="120px" radius="12px" />
        <Skeleton height="120px" radius="12px" />
      </SkeletonGroup>
    </main>
  )
}
