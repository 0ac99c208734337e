import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react'

/** Tells a menu or panel which button is its own. It draws nothing: the button stands already. */
export function PopAnchor({ button, ref }: { button: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => button.current, [button])
  return null
}

/** Whether it is open now. Only what was drawn closed knows, when it is opened, where the focus came from and is to return to. */
export function useOpened(opened: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return opened && isDrawn
}
