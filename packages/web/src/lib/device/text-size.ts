/** How many pixels one rem is: the text size that the person chose in the browser, 16 by default. */
export const pixelsPerRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
