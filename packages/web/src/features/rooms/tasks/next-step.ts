const steps = ['[data-opens-result]', '[data-hand] [aria-pressed="true"]', '[data-hand] button']

/** Where a keyboard goes on when the result or its buttons leave: to what opens it again, in a new round to one's cards. */
export function findNextStep(): HTMLElement | null {
  for (const step of steps) {
    const found = document.querySelector<HTMLElement>(step)
    if (found) return found
  }
  return null
}
