import { findLanguage, type Language, languages, pickLanguage } from '@rodada/contract/core/languages'
import { texts } from '@rodada/contract/texts/texts'
import i18next from 'i18next'
import { read, write } from '../lib/device/storage.ts'
import { createListeners } from '../lib/listeners.ts'
import type { Catalogue, LazyNamespace } from './catalogue.ts'
import { portuguese } from './pt-br/catalogue.ts'
import { common } from './pt-br/common.ts'

/** Portuguese is in the first load; the catalogue of another language is fetched before anything is shown. */
const catalogues: Record<Language, () => Promise<Catalogue>> = {
  'pt-BR': async () => ({ common, texts, lazy: portuguese }),
  'en-US': async () => (await import('./en-us/catalogue.ts')).english,
  'es-ES': async () => (await import('./es-es/catalogue.ts')).spanish,
}

let language: Language = languages[0]
let catalogue: Catalogue = { common, texts, lazy: portuguese }
/** What has been asked for so far, and so is on the screen or about to be. */
const inUse = new Set<LazyNamespace>()

void i18next.init({
  lng: language,
  fallbackLng: false,
  defaultNS: 'common',
  ns: ['common', 'texts'],
  resources: { [language]: { common, texts } },
  // React escapes what it renders; escaping here too would show '&amp;' to people.
  interpolation: { escapeValue: false },
  initAsync: false,
})

/** The text of a typed key: `t('retry')` from common, `t('rooms:hand.title')` from a feature's catalogue. Not at the top of a module: it is read before the language is known. */
export const t = i18next.t

/** The language that is shown now. */
export const currentLanguage = (): Language => language

const { subscribe, tell } = createListeners()
/** For React: `useSyncExternalStore(subscribeLanguage, currentLanguage)`. */
export const subscribeLanguage = subscribe

/** What is made once for a language, as the formatters of Intl are, and again when another one is shown. */
export function perLanguage<Made>(make: (language: Language) => Made): () => Made {
  let made: { language: Language; value: Made } | undefined
  return () => {
    if (made?.language !== language) made = { language, value: make(language) }
    return made.value
  }
}

/** Loads the catalogues a screen needs; does nothing when they are there. */
export async function loadTexts(...namespaces: LazyNamespace[]): Promise<void> {
  for (const namespace of namespaces) inUse.add(namespace)
  // Another language may be shown by the time they have come.
  while (lacking(language, namespaces).length > 0) await addTexts(language, catalogue, namespaces)
}

const lacking = (to: Language, namespaces: Iterable<LazyNamespace>): LazyNamespace[] =>
  [...namespaces].filter((namespace) => !i18next.hasResourceBundle(to, namespace))

async function addTexts(to: Language, { lazy }: Catalogue, namespaces: Iterable<LazyNamespace>): Promise<void> {
  await Promise.all(
    lacking(to, namespaces).map(async (namespace) => {
      i18next.addResourceBundle(to, namespace, await lazy[namespace]())
    }),
  )
}

/** Before anything is shown: the language of the account that was last here, else the browser's, else Portuguese. */
export async function startLanguage(): Promise<void> {
  // Without its texts (the network may have gone) a page in Portuguese is better than none.
  await show(findLanguage(read('rodada.language')) ?? pickLanguage(navigator.languages)).catch(() => undefined)
}

/** Shows another language at once, and keeps it for the next visit. What was shown is drawn anew, in the same place. */
export async function changeLanguage(wanted: Language): Promise<void> {
  write('rodada.language', wanted)
  await show(wanted)
}

/** Shows the language that was kept meanwhile, by another tab or by an answer of the server. Where one leaves a page anyway. */
export function followLanguage(): Promise<void> | undefined {
  const kept = findLanguage(read('rodada.language'))
  return kept && kept !== language ? show(kept).catch(() => undefined) : undefined
}

/** Has `t` speak another language, with all that was asked for so far. */
export async function speak(wanted: Language): Promise<void> {
  if (wanted === language) return
  const next = await catalogues[wanted]()
  i18next.addResourceBundle(wanted, 'common', next.common)
  i18next.addResourceBundle(wanted, 'texts', next.texts)
  while (lacking(wanted, inUse).length > 0) await addTexts(wanted, next, inUse)
  await i18next.changeLanguage(wanted)
  language = wanted
  catalogue = next
  tell()
}

async function show(wanted: Language): Promise<void> {
  await speak(wanted)
  document.documentElement.lang = language
  document.querySelector('meta[name="description"]')?.setAttribute('content', t('description'))
}
