import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { PopAnchor, useOpened } from '../page/PopAnchor.tsx'
import type { PopPlace } from '../page/PopButton.tsx'
import own from './FilterPanel.module.css'

type Props = { at: PopPlace; position: 'bottom-start' | 'bottom-end'; label: string; children: ReactNode }

/** What opens from the line of filters. */
export function FilterPop({ at, position, label, children }: Props) {
  return (
    <Popover
      id={at.id}
      opened={useOpened(at.opened)}
      onChange={at.onChange}
      position={position}
      width={320}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <PopAnchor button={at.button} />
      </Popover.Target>
      <Popover.Dropdown className={own.dropdown} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
