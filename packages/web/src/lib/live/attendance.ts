/** Somebody who typed, pressed or scrolled within this time is here; what the page does later it does by itself. In milliseconds. */
const hereFor = 60_000

let lastInput = Date.now()

// A build draws the first view where there is no window.
for (const kind of ['pointerdown', 'keydown', 'wheel'])
  globalThis.window?.addEventListener(kind, () => (lastInput = Date.now()), { capture: true, passive: true })

/** Whether somebody is at this page at `now`. Opening it counts. */
export const isAttended = (now = Date.now()): boolean => now - lastInput < hereFor
