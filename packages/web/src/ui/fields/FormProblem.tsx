import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './FormProblem.module.css'

/** What is wrong with the form as a whole, said when it appears. */
export function FormProblem({ text }: { text: string | null }) {
  return (
    <div role="alert" className={classes.region}>
      {text && (
        <p className={classes.problem}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          {text}
        </p>
      )}
    </div>
  )
}
