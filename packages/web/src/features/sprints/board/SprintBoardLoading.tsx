import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import classes from './SprintBoardView.module.css'

const bones = [
  { id: 'a', cards: [92, 72, 92] },
  { id: 'b', cards: [92, 92] },
  { id: 'c', cards: [72] },
]

/** The shape of a sprint's board while it is on its way. */
export function SprintBoardLoading() {
  return (
    <div className={classes.loading}>
      <SkeletonGroup>
        <Skeleton width="16.25rem" height="1.625rem" />
        <div className={classes.bones}>
          {bones.map(({ id, cards }) => (
            <div key={id}>
              <Skeleton width="6.875rem" height="1rem" />
              {cards.map((height, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: bones never change
                <Skeleton key={index} height={`${height}px`} radius="10px" />
              ))}
            </div>
          ))}
        </div>
      </SkeletonGroup>
    </div>
  )
}
