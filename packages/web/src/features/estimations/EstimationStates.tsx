import { t } from '../../i18n/index.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { isMissing, MissingState } from '../../ui/states/MissingState.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'

/** What came instead of an estimation: that it is not there, or that it could not be loaded. */
export function EstimationFailed({ reason, onRetry }: { reason: unknown; onRetry: () => void }) {
  if (!isMissing(reason))
    return (
      <ErrorState
        title={t('estimations:problems.load')}
        text={reason instanceof Error ? reason.message : t('errors.unexpectedSafe')}
        onRetry={onRetry}
      />
    )
  const words = { title: t('estimations:missing.title'), text: t('estimations:missing.text'), action: t('estimations:missing.action') }
  return <MissingState {...words} to="/trello" />
}

/** The shape of an estimation's page while it is on its way. */
export function EstimationLoading() {
  return (
    <SkeletonGroup>
      <Skeleton width="min(20rem, 70%)" height="2.125rem" />
      <Skeleton width="min(13.75rem, 50%)" />
      <Skeleton height="10rem" radius="32px" />
      <Skeleton height="3rem" radius="8px" />
      <Skeleton height="3rem" radius="8px" />
    </SkeletonGroup>
  )
}
