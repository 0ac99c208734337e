import type { Translation, texts } from '@rodada/contract/texts/texts'
import type { portuguese } from './pt-br/catalogue.ts'
import type { common } from './pt-br/common.ts'

/** A translation of a Portuguese catalogue: the same keys, none missing and none of its own. */
export type Texts<Original> = { readonly [Key in keyof Original]: Original[Key] extends string ? string : Texts<Original[Key]> }

type Loaded<Load> = Load extends () => Promise<infer Loads> ? Loads : never

export type LazyNamespace = keyof typeof portuguese
/** The Portuguese texts, which say what keys and placeholders there are. */
export type Originals = { common: typeof common; texts: typeof texts } & { [Name in LazyNamespace]: Loaded<(typeof portuguese)[Name]> }

/** What a language has: the texts of every screen and those the server says too at once, and those that arrive with their screens. */
export type Catalogue = {
  common: Texts<Originals['common']>
  texts: Translation
  lazy: { readonly [Name in LazyNamespace]: () => Promise<Texts<Originals[Name]>> }
}
