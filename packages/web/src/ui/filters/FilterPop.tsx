import { Popover } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { PopAnchor, useOpened } from '../page/PopAnchor.tsx'
import type { PopPlace } from '../page/PopButton.tsx'
import own from './FilterPanel.module.css'

type Props = { at: PopPlace; position: 'bottom-start' | 'bottom-end'; label: string; children: ReactNode }

/** What opens from the line of filters. */
export function FilterPop({ at, position, label, children }: Props) {
  const opener = useRef<Element | null>(null)
  // Before the focus goes inside.
  useLayoutEffect(() => {
    if (at.opened) opener.current = document.activeElement
  }, [at.opened])
  // Mantine hears Escape before what is inside does: a calendar over a date would close with all filters.
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    const isTaken = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
    if (key !== 'Escape' || isTaken) return
    if (opener.current instanceof HTMLElement) opener.current.focus()
    at.onChange(false)
  }
  return (
    <Popover
      id={at.id}
      opened={useOpened(at.opened)}
      onChange={at.onChange}
      position={position}
      width={320}
      trapFocus
      returnFocus
      closeOnEscape={false}
      withinPortal
    >
      <Popover.Target>
        <PopAnchor button={at.button} />
      </Popover.Target>
      <Popover.Dropdown className={own.dropdown} aria-label={label} onKeyDown={onKeyDown}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
