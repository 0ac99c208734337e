import { lazyPart } from '../lazy-part.tsx'

/** The button that opens finished cards to compare with. Without it nothing is lost that a person waits for. */
export const Compare = lazyPart(async () => (await import('./CompareButton.tsx')).CompareButton, {
  texts: ['references'],
  otherwise: () => null,
})
