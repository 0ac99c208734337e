import type { ReactNode } from 'react'
import boardArt from '../art/empty-board.svg'
import errorArt from '../art/empty-error.svg'
import tasksArt from '../art/empty-tasks.svg'
import classes from './EmptyState.module.css'

const drawings = { board: boardArt, tasks: tasksArt, error: errorArt }

type Props = { art: keyof typeof drawings; title: string; text?: string; action?: ReactNode; level?: 1 | 2 | 3 }

/** Nothing to show: the fact, the next step, and a button for it. */
export function EmptyState({ art, title, text, action, level = 3 }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className={classes.empty}>
      <img src={drawings[art]} alt="" width="160" height="112" />
      <Heading className={classes.title}>{title}</Heading>
      {text && <p>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
