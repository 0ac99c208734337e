import { limits } from '../core/limits.ts'

export type DeckProblem = 'few' | 'many' | 'twice' | 'long'

/** What makes faces no deck; null for a deck. */
export function deckProblem(faces: readonly string[]): DeckProblem | null {
  if (faces.some((face) => [...face].length > limits.deckFace)) return 'long'
  if (new Set(faces).size < faces.length) return 'twice'
  if (faces.length < limits.deckMin) return 'few'
  return faces.length > limits.deckMax ? 'many' : null
}
