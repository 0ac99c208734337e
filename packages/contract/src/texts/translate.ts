import type { Language } from '../core/languages.ts'
import { findTextId } from './text-ids.ts'
import { type Translation, texts } from './texts.ts'
import { english } from './translations/en-us.ts'
import { spanish } from './translations/es-es.ts'

const translations: Record<Language, Translation> = { 'pt-BR': texts, 'en-US': english, 'es-ES': spanish }

/** A text of ours in a language; what is not one of ours, as what somebody typed, stays as it is. For the server: all languages at once. */
export function translate(text: string, language: Language): string {
  const id = findTextId(text)
  return id ? translations[language][id] : text
}
