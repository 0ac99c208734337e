import { useEffect, useState } from 'react'

/**
 * For a dialog that is mounted to open and unmounted to close: the focus goes back to what had it before, unless whoever closed
 * the dialog has put it somewhere else.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
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
