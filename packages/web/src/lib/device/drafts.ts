/** Texts that were typed and not yet sent, kept per tab and person: they survive a reload, and nobody else at this browser finds them. */
import { readUserData } from './storage.ts'

const prefix = 'rodada.draft.'
const keyOf = (name: string): string => `${prefix}${readUserData()?.id ?? 0}.${name}`

/** The draft kept under a name, or null. */
export function readDraft(name: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

/** Keeps a draft; null or an empty text forgets it. */
export function writeDraft(name: string, text: string | null): void {
  try {
    if (text) sessionStorage.setItem(keyOf(name), text)
    else sessionStorage.removeItem(keyOf(name))
  } catch {
    // Without storage the text lives as long as its field.
  }
}

/** Forgets what others wrote at this browser: called when somebody signs in, here or in another tab. */
export function dropOthersDrafts(): void {
  const own = keyOf('')
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix) && !key.startsWith(own)) sessionStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing.
  }
}

/** Forgets everybody's drafts: called when the person signs out. A session that merely ended keeps them until the person comes back. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing.
  }
}
