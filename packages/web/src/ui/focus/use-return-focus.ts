import { useEffect, useState } from 'react'

/** What has the focus; for an entry of a menu, which closes now, the button of that menu. */
function findOpener(): Element | null {
  const { activeElement } = document
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : activeElement
}

/**
 * For a dialog that is mounted to open and unmounted to close: the focus goes back to what had it before, unless the code
 * that closed the dialog has put it somewhere else.
 */
export function useReturnFocus(): void {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      // After the dialog has left the page: before, its focus trap would take the focus back.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
