import { t } from '../../i18n/index.ts'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { isMissing, MissingState } from '../../ui/states/MissingState.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import classes from './SprintStates.module.css'

/** A sprint that is not there, or not for this person. */
export function SprintMissing() {
  return (
    <div className={classes.state}>
      <MissingState
        title={t('sprints:missing.title')}
        text={t('sprints:missing.text')}
        action={t('sprints:missing.action')}
        to="/sprints"
      />
    </div>
  )
}

/** What came instead of a sprint: that it is not there, or that it could not be loaded, with the way back. */
export function SprintFailed({ reason, title, onRetry }: { reason: unknown; title: string; onRetry: () => void }) {
  if (isMissing(reason)) return <SprintMissing />
  return (
    <div className={classes.state}>
      <ErrorState title={title} text={reason instanceof Error ? reason.message : t('sprints:safe')} onRetry={onRetry} />
      <p className={classes.back}>
        <LinkButton to="/sprints" variant="subtle">
          {t('sprints:missing.action')}
        </LinkButton>
      </p>
    </div>
  )
}

/** The shape of a sprint's page while it is on its way. */
export function SprintLoading() {
  return (
    <SkeletonGroup>
      <Skeleton width="min(20rem, 70%)" height="2.125rem" />
      <Skeleton width="min(13.75rem, 50%)" />
      <Skeleton height="6rem" radius="12px" />
      <Skeleton height="3.25rem" radius="8px" />
      <Skeleton height="3.25rem" radius="8px" />
      <Skeleton height="3.25rem" radius="8px" />
    </SkeletonGroup>
  )
}
