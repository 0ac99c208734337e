import type { Language } from '@rodada/contract/core/languages'
import { texts as originals } from '@rodada/contract/texts/texts'
import { english } from './en-us/catalogue.ts'
import { spanish } from './es-es/catalogue.ts'
import { portuguese } from './pt-br/catalogue.ts'
import { common } from './pt-br/common.ts'

type Tree = { readonly [key: string]: string | Tree }
type Loaders = Record<string, () => Promise<Tree>>

/** Every text by its path: 'rooms.table.of'. */
function flatten(tree: Tree, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}.${key}`, value] as [string, string]] : flatten(value, `${path}.${key}`),
  )
}

async function textsOf(catalogue: { common: Tree; texts: Tree; lazy: Loaders }): Promise<Map<string, string>> {
  const namespaces = await Promise.all(Object.entries(catalogue.lazy).map(async ([name, load]) => flatten(await load(), name)))
  return new Map([...flatten(catalogue.common, 'common'), ...flatten(catalogue.texts, 'texts'), ...namespaces.flat()])
}

const catalogues = {
  'pt-BR': { common, texts: originals, lazy: portuguese },
  'en-US': english,
  'es-ES': spanish,
}

/** Every text of a language by its path, for the tests that look at all of them. */
export const textsIn = (language: Language): Promise<Map<string, string>> => textsOf(catalogues[language])
