import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './Section.module.css'

type Props = { icon: Icon; title: string; count?: string; action?: ReactNode; children: ReactNode }

/** A part of the card's left side, with its heading. */
export function Section({ icon: Sign, title, count, action, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Sign size={18} stroke={1.75} aria-hidden="true" className={classes.icon} />
        <h3 id={id}>{title}</h3>
        {count && <span className={classes.count}>{count}</span>}
        {action && <span className={classes.action}>{action}</span>}
      </div>
      {children}
    </section>
  )
}
