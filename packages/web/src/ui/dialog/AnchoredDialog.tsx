import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useToastHost } from '../states/feedback.tsx'
import classes from './AnchoredDialog.module.css'

type Props = {
  label: string
  /** Where it stands: beside this element, or in the middle when that is gone. */
  anchor: Element | null
  onClose: () => void
  /** A list to read: wider, and the whole screen on phones. */
  tall?: boolean
  /** Under its anchor, as what opens from a field: as narrow as it can be, and the page keeps its light. */
  below?: boolean
  children: ReactNode
}

const margin = 12
const gap = 4

/**
 * A small dialog beside what it is about; on phones a sheet. The browser's own modal dialog: focus stays in it, Escape
 * and a press outside close it, and the focus goes back to where it was.
 */
export function AnchoredDialog({ label, anchor, onClose, tall = false, below = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const place = useRef(anchor?.getBoundingClientRect() ?? null)
  const [opener] = useState(() => document.activeElement)
  // Before the effects of what is inside, which may want the focus elsewhere than on the first field.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useToastHost(dialog)
  // After the dialog has left the page: as long as it stands, nothing outside of it takes the focus.
  useEffect(() => () => (opener instanceof HTMLElement ? opener.focus() : undefined), [opener])
  useLayoutEffect(() => {
    const element = dialog.current
    const at = place.current
    if (!element || !at || innerWidth <= 760) return
    const settle = () => {
      const { offsetWidth: width, offsetHeight: height } = element
      if (below) {
        const under = at.bottom + gap + height > innerHeight - margin ? at.top - gap - height : at.bottom + gap
        element.style.left = `${Math.max(margin, Math.min(at.left, innerWidth - width - margin))}px`
        element.style.top = `${Math.max(margin, Math.min(under, innerHeight - height - margin))}px`
        element.dataset.placed = ''
        return
      }
      const right = at.right + margin
      const left = right + width > innerWidth - margin ? at.left - width - margin : right
      element.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`
      element.style.top = `${Math.max(margin, Math.min(at.top - 8, innerHeight - height - margin))}px`
      element.dataset.placed = ''
    }
    // Its size is known once it is open, and changes with what is in it.
    const observer = new ResizeObserver(settle)
    observer.observe(element)
    return () => observer.disconnect()
  }, [below])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press only catches the backdrop; Escape is the dialog's own
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-tall={tall || undefined}
      data-below={below || undefined}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={classes.body}>{children}</div>
    </dialog>
  )
}
