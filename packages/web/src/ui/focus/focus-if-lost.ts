/** Gives the focus to an element when what had it is gone, once the page has settled: a keyboard must not start over. */
export function focusIfLost(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (document.activeElement === null || document.activeElement === document.body) find()?.focus()
  })
}
