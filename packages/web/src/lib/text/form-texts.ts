import { fieldTexts } from '@rodada/contract/core/errors'
import { findTextId } from '@rodada/contract/texts/text-ids'
import { t } from '../../i18n/index.ts'

/** The text of each problem field of a check with a schema of the contract, in the language that is shown. */
export function shownFieldTexts(error: Parameters<typeof fieldTexts>[0]): Record<string, string> {
  const shown = ([field, text]: [string, string]) => {
    const id = findTextId(text)
    return [field, id ? t(`texts:${id}`) : text]
  }
  return Object.fromEntries(Object.entries(fieldTexts(error)).map(shown))
}
