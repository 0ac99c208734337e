import { type RefObject, useEffect } from 'react'

/** For a form that comes after its dialog has opened: the focus goes to its first field, as if it had been there from the start. */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [form])
}
