import { Popover } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { PopAnchor, useOpened } from '../page/PopAnchor.tsx'
import type { PopPlace } from '../page/PopButton.tsx'
import { isPageBehind } from '../page/page-behind.ts'
import own from './FilterPanel.module.css'

type Props = { at: PopPlace; position: 'bottom-start' | 'bottom-end'; label: string; children: ReactNode }

/** What opens from the line of filters. */
export function FilterPop({ at, position, label, children }: Props) {
  const opener = useRef<Element | null>(null)
  const box = useRef<HTMLDivElement>(null)
  // Before the focus goes inside.
  useLayoutEffect(() => {
    if (at.opened) opener.current = document.activeElement
  }, [at.opened])
  const close = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event
    if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return
    // What lies over the filters, as a calendar, has an Escape of its own.
    const isTaken = target.getAttribute('data-mantine-stop-propagation') === 'true'
    const isOurs = isPageBehind(target) || target === at.button.current || box.current?.contains(target)
    if (isTaken || !isOurs) return
    event.preventDefault()
    if (opener.current instanceof HTMLElement) opener.current.focus()
    at.onChange(false)
  })
  // Not Mantine's own, which hears Escape before what is inside does: a calendar over a date would close with all filters.
  useEffect(() => {
    if (!at.opened) return
    const onKey = (event: KeyboardEvent) => close(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [at.opened])
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
      <Popover.Dropdown ref={box} className={own.dropdown} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
