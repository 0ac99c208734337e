import { IconDots } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../page/IconButton.tsx'
import { PopButton } from '../page/PopButton.tsx'
import classes from './ColumnMenu.module.css'

type Props = Pick<ComponentProps<typeof PopButton>, 'fetch' | 'content'> & {
  /** Names the button: whose menu it is. */
  label: string
}

/** The button of a column's menu. */
export function ColumnMenu({ label, ...props }: Props) {
  return (
    <PopButton {...props}>
      <IconButton label={label} className={classes.menu}>
        <IconDots size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </PopButton>
  )
}
