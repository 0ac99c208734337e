import { Popover } from '@mantine/core'
import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { useCard } from '../card-context.ts'
import classes from './Pop.module.css'

type Props = {
  /** Unique in the window; shortcuts open it by this name. */
  name: string
  /** The button that opens it; it also names the popover. */
  target: ReactElement<{ onClick?: () => void }>
  width?: number
  /** Where the target draws nothing itself: the id of the button that it stands for, and the name of the popover. */
  id?: string | undefined
  label?: string
  position?: 'bottom-start' | 'bottom-end'
  children: ReactNode
}

/** A small panel over the window. Escape closes only it, the arrows move between its choices, and the focus returns to its button. */
export function Pop({ name, target, width = 272, position = 'bottom-start', id, label, children }: Props) {
  const { pop, setPop, popBox } = useCard()
  const close = () => setPop(null)
  const toggle = () => {
    target.props.onClick?.()
    setPop(pop === name ? null : name)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // The window's own keys do not reach through a popover.
    event.stopPropagation()
    if (event.key === 'Escape') return close()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event)
  }
  return (
    <Popover
      id={id}
      opened={pop === name}
      onChange={(opened) => setPop(opened ? name : null)}
      position={position}
      width={width}
      offset={6}
      shadow="md"
      radius="lg"
      trapFocus
      returnFocus
      closeOnEscape={false}
      withinPortal
      portalProps={popBox ? { target: popBox } : undefined}
      transitionProps={{ duration: 100 }}
      middlewares={{ shift: { padding: 12 }, flip: { padding: 12 } }}
    >
      <Popover.Target>{cloneElement(target, { onClick: toggle })}</Popover.Target>
      <Popover.Dropdown className={classes.drop} aria-label={label} onKeyDown={onKeyDown}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** To the next or previous choice, round the ends; from a search field into the list. Selects and texts keep their own arrows. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement) return
  if (event.target instanceof HTMLInputElement && event.target.type === 'radio') return
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-option]:not(:disabled)')]
  if (options.length === 0) return
  event.preventDefault()
  const at = options.findIndex((option) => option.matches(':focus'))
  const step = event.key === 'ArrowDown' ? 1 : -1
  options.at((at < 0 ? (step > 0 ? 0 : -1) : at + step) % options.length)?.focus()
}
