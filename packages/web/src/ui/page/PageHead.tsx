import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import classes from './PageHead.module.css'

type Props = {
  /** The way back, a `Crumb`. */
  crumb?: ReactNode
  title: ReactNode
  lead?: ReactNode
  /** At the other end: at most one filled button. */
  children?: ReactNode
}

/** The head of a page: where one came from, what this is, one line about it, and what one does here. */
export function PageHead({ crumb, title, lead, children }: Props) {
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        {crumb}
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  )
}

function CrumbAnchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={classes.crumb}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden />
      {children}
    </a>
  )
}

/** The way back, with typed `to`. */
export const Crumb = createLink(CrumbAnchor)
