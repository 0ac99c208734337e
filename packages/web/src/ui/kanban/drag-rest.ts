import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types'

/** How far a finger that only rests may tremble, in pixels. */
const tremor = 6

/** Whether a finger took something up and let it go where it was. */
export const restedOn = ({ initial, current }: DragLocationHistory): boolean =>
  matchMedia('(pointer: coarse)').matches &&
  Math.hypot(current.input.clientX - initial.input.clientX, current.input.clientY - initial.input.clientY) < tremor
