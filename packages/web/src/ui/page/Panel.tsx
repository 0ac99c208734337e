import { type ReactNode, useId } from 'react'
import classes from './Panel.module.css'

type Props = { title: string; note?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A titled part of a page. `note` stands beside the title, `aside` at the other end. */
export function Panel({ title, note, aside, children }: Props) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {note && <span className={classes.note}>{note}</span>}
        {aside && <span className={classes.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  )
}
