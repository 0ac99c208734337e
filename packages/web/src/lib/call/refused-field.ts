/**
 * Puts the focus on the first field that refuses what is in it, and already says why beside itself: a text that is no date, for one.
 * @returns whether there is one; a form with one is not sent
 */
export function focusRefused(form: HTMLFormElement | null | undefined): boolean {
  const refused = [...(form?.elements ?? [])].find((field) => field instanceof HTMLInputElement && field.validity.customError)
  if (refused instanceof HTMLElement) refused.focus()
  return refused !== undefined
}
