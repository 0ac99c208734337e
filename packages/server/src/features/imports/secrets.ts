import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import type { TrelloAccess } from './sources/trello-files.ts'

const about = (importId: number): string => `access of import ${importId}`

/** What files of an import are fetched with, as it is kept while the import runs. */
export const sealAccess = (secret: string | undefined, importId: number, { key, token }: TrelloAccess): string =>
  createSecretBox(secret).seal(JSON.stringify({ key, token }), about(importId))

/** @returns undefined when it was sealed with another SECRET */
export function openAccess(secret: string | undefined, importId: number, sealed: string): TrelloAccess | undefined {
  try {
    return JSON.parse(createSecretBox(secret).open(sealed, about(importId))) as TrelloAccess
  } catch {
    return undefined
  }
}
