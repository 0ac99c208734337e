import type { Confidence } from '@rodada/contract/rooms/tasks'
import classes from './ConfidenceMark.module.css'

/** A quarter circle, full for a vote that is sure and hollow for one in doubt. What holds it says that in words. */
export const ConfidenceMark = ({ confidence, className }: { confidence: Confidence; className?: string | undefined }) => (
  <span className={className ? `${classes.mark} ${className}` : classes.mark} data-confidence={confidence} aria-hidden="true" />
)
