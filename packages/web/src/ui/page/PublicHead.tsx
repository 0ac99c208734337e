import type { ReactNode } from 'react'
import { Swatch } from '../fields/Swatch.tsx'
import { ThemeToggle } from '../theme/ThemeToggle.tsx'
import { Brand } from './Brand.tsx'
import classes from './PublicHead.module.css'

/** The head of a page that a public link opens: what it is, and no way to anywhere else. */
export function PublicHead({
  title,
  color,
  children,
  className,
}: {
  title: string
  color: string
  children: ReactNode
  className?: string
}) {
  return (
    <header className={className}>
      <div className={classes.bar}>
        <Brand />
        <ThemeToggle />
      </div>
      <div className={classes.title}>
        <Swatch color={color} size={28} />
        <h1>{title}</h1>
      </div>
      <p className={classes.lead}>{children}</p>
    </header>
  )
}
