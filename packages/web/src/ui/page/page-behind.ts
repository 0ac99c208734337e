/** Whether a key was pressed on the page behind a window or panel: the focus is on its way there, or what had it is gone. */
export const isPageBehind = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.closest('main') !== null)
