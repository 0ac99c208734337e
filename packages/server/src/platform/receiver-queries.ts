import { type RawBuilder, sql } from 'kysely'
import { instant } from './deps.ts'
import { type Pace, slowForMs } from './receivers.ts'

/** Whether the receiver of a row is of that pace: slow when it fails (`failing_since`) or took long lately (`slow_at`), else quick; so is one that is not there. */
export function isOfPace(pace: Pace): RawBuilder<boolean> {
  const isSlow = sql<boolean>`(failing_since is not null or (slow_at is not null and slow_at > ${instant(-slowForMs)}))`
  return pace === 'slow' ? isSlow : sql<boolean>`not ${isSlow}`
}
