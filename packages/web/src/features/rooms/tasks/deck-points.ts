import { createListeners } from '../../../lib/listeners.ts'

/** What sizes are worth on a board changed: who shows the cards behind the room's tasks asks for them again. */
export const { subscribe: onDeckPoints, tell: tellDeckPoints } = createListeners()
