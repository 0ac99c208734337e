import type { ComponentProps, ReactNode } from 'react'
import classes from './IconButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'type'> & {
  /** Said aloud and shown on hover: an icon never stands without it. */
  label: string
  /** A number over the corner; 0 shows none. Put it into the label too. */
  badge?: number
  children: ReactNode
}

/** A square button with an icon; 44 px wherever fingers are used. */
export function IconButton({ label, badge = 0, children, className, ...rest }: Props) {
  return (
    <button type="button" aria-label={label} title={label} className={[classes.button, className].filter(Boolean).join(' ')} {...rest}>
      {children}
      {badge > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </button>
  )
}
