/** Decks as they are offered and typed, free of schemas. */

/** Decks that are offered ready-made. */
export const deckPresets = {
  sequencia: ['1', '2', '3', '4', '5', '6', '7', '8'],
  fibonacci: ['0', '1', '2', '3', '5', '8', '13', '21', '?', '☕'],
  meias: ['0', '½', '1', '1½', '2', '2½', '3', '3½', '4', '?'],
  potencias: ['1', '2', '4', '8', '16', '32', '64', '?', '☕'],
  horas: ['1', '2', '4', '8', '16', '24', '40', '?', '☕'],
  camisetas: ['PP', 'P', 'M', 'G', 'GG', '?'],
} as const satisfies Record<string, readonly string[]>
export type DeckPreset = keyof typeof deckPresets

/** What a room starts with when neither board nor account nor browser chose another deck. */
export const defaultDeck: readonly string[] = deckPresets.sequencia

export const sameDeck = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((face, index) => face === b[index])

/**
 * The faces of a typed deck, separated by spaces, commas or semicolons. A comma between two digits makes a number ('0,5') where something
 * else separates the faces, and separates them where nothing else does ('1,2,3').
 */
export function readDeck(text: string): string[] {
  const parts = text.split(/[\s;]+|,(?=\s)/u).filter((part) => part !== '')
  if (parts.length < 2) return text.split(/[\s,;]+/u).filter((face) => face !== '')
  return parts.flatMap((part) => (/^\d+,\d+$/.test(part) ? [part] : part.split(','))).filter((face) => face !== '')
}
