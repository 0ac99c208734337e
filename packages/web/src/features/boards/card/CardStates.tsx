import { Button } from '@mantine/core'
import { t } from '../../../i18n/index.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import classes from './CardWindow.module.css'
import { KeptText } from './texts/KeptText.tsx'
import { keptText } from './texts/kept-text.ts'

/** The shape of a card. */
export function CardLoading() {
  return (
    <SkeletonGroup>
      <div className={classes.body}>
        <div className={classes.head}>
          <Skeleton width="7.5rem" />
          <Skeleton width="80%" height="1.75rem" />
        </div>
        <div className={classes.side}>
          {[96, 120, 80, 110].map((width) => (
            <div key={width} className={classes.bones}>
              <Skeleton width="4rem" height="0.75rem" />
              <Skeleton width={`${width}px`} height="1.25rem" />
            </div>
          ))}
        </div>
        <div className={classes.main}>
          <div className={classes.bones}>
            <Skeleton />
            <Skeleton width="92%" />
            <Skeleton width="64%" />
          </div>
          <Skeleton height="7.5rem" radius="10px" />
        </div>
      </div>
    </SkeletonGroup>
  )
}

/** The card could not be loaded. */
export function CardFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.state}>
      <ErrorState level={2} title={t('card:problems.load')} text={t('card:problems.loadSafe')} onRetry={onRetry} />
    </div>
  )
}

/** There is no such card, or somebody has just deleted it; what was being written is not lost with it. */
export function CardGone({ cardId, wasShown, onClose }: { cardId: number; wasShown: boolean; onClose: () => void }) {
  const kept = keptText(cardId)
  return (
    <div className={classes.state} role="alert">
      <EmptyState
        art="board"
        level={2}
        title={t('card:gone.title')}
        text={t(wasShown ? 'card:gone.deleted' : 'card:gone.text')}
        action={
          <Button variant="filled" onClick={onClose}>
            {t('card:gone.back')}
          </Button>
        }
      />
      {kept !== '' && <KeptText text={kept} />}
    </div>
  )
}
