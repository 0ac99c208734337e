import { type TextId, texts } from './texts.ts'

const idOf = new Map<string, TextId>(Object.entries(texts).map(([id, text]) => [text, id as TextId]))

/** The id of a text, by which a page shows it in another language; undefined for what is not one of these. */
export const findTextId = (text: string): TextId | undefined => idOf.get(text)
