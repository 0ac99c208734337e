import { Popover } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { PopAnchor, useOpened } from '../page/PopAnchor.tsx'
import type { PopPlace } from '../page/PopButton.tsx'
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
    // What lies over the filters, as a calendar, has an Escape of its own. On the page behind the focus may still be on its way here.
    const isTaken = target.getAttribute('data-mantine-stop-propagation') === 'true'
    const isBehind = target === document.body || target === at.button.current || target.closest('main') !== null
    if (isTaken || !(isBehind || box.current?.contains(target))) return
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
