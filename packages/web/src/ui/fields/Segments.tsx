import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { format } from '../../lib/dates/format.ts'
import classes from './Segments.module.css'

/** A choice that stands in the address: each option is a link, so that it can be kept, shared and gone back from. */
export function Segments({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.segments}>
      {children}
    </nav>
  )
}

type OptionProps = Omit<ComponentProps<'a'>, 'aria-current'> & { current: boolean; count?: number | undefined }

// The link's own idea of being current knows nothing of what an address leaves out.
function OptionAnchor({ current, count, children, ...rest }: OptionProps) {
  return (
    <a {...rest} aria-current={current ? 'page' : undefined}>
      {children}
      {count !== undefined && <span>{format.integer(count)}</span>}
    </a>
  )
}

/** One option, with typed `to`, `params` and `search`, and how many things it would show. */
export const Segment = createLink(OptionAnchor)
