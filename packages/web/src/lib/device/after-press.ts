/** Runs at once, or when the mouse button is let go: what it moves would be missed by the click that has begun. */
export function afterPress(run: () => void): void {
  if (document.querySelector(':active')) window.addEventListener('mouseup', run, { once: true, capture: true })
  else run()
}
