/**
 * Texts that were typed and not yet sent, kept per person: nobody else at this browser finds them. Most live as long as their tab, and survive a
 * reload; `lastingDrafts` survive a closed tab, too.
 */
import { readUserData } from './storage.ts'

const prefix = 'rodada.draft.'
const keyOf = (name: string): string => `${prefix}${readUserData()?.id ?? 0}.${name}`

/** Storage that may be blocked or full: then a text lives as long as its field. */
function tried<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch {
    return otherwise
  }
}

/** The draft kept under a name, or null. */
export const readDraft = (name: string): string | null => tried(() => sessionStorage.getItem(keyOf(name)), null)

/** Keeps a draft; null or an empty text forgets it. */
export function writeDraft(name: string, text: string | null): void {
  tried(() => (text ? sessionStorage.setItem(keyOf(name), text) : sessionStorage.removeItem(keyOf(name))), undefined)
}

/** How long a draft is worth keeping, how many there are, and how long one may be: what a description takes twice, and more. */
const keptMs = 30 * 24 * 60 * 60_000
const keptDrafts = 30
const longest = 100_000

/** `at` is when it was typed, in milliseconds. */
type Lasting = { text: string; at: number }

function parse(stored: string | null): Lasting | null {
  const value: unknown = tried(() => JSON.parse(stored ?? 'null'), null)
  if (typeof value !== 'object' || value === null) return null
  const { text, at } = value as Partial<Record<keyof Lasting, unknown>>
  return typeof text === 'string' && typeof at === 'number' ? { text, at } : null
}

/** Forgets drafts that are old, and the oldest of too many. */
function tidy(now: number): void {
  const kept = Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, at: parse(localStorage.getItem(key))?.at ?? 0 }))
    .sort((a, b) => b.at - a.at)
  for (const [index, { key, at }] of kept.entries()) if (index >= keptDrafts || at < now - keptMs) localStorage.removeItem(key)
}

/** Drafts that survive a closed tab, for a month, the last thirty of them. */
export const lastingDrafts = {
  read: (name: string, now = Date.now()): Lasting | null => {
    const found = parse(tried(() => localStorage.getItem(keyOf(name)), null))
    return found && found.at >= now - keptMs ? found : null
  },
  /** Keeps a draft; null or an empty text forgets it. */
  write: (name: string, text: string | null, now = Date.now()): void =>
    tried(() => {
      const key = keyOf(name)
      if (!text || text.length > longest) return localStorage.removeItem(key)
      if (localStorage.getItem(key) === null) tidy(now)
      localStorage.setItem(key, JSON.stringify({ text, at: now }))
    }, undefined),
}

function drop(goes: (key: string) => boolean): void {
  for (const storage of [() => sessionStorage, () => localStorage])
    tried(() => {
      for (const key of Object.keys(storage())) if (key.startsWith(prefix) && goes(key)) storage().removeItem(key)
    }, undefined)
}

/** Forgets what others wrote at this browser: called when somebody signs in, here or in another tab. */
export function dropOthersDrafts(): void {
  const own = keyOf('')
  drop((key) => !key.startsWith(own))
}

/** Forgets everybody's drafts: called when the person signs out. A session that merely ended keeps them until the person comes back. */
export const clearDrafts = (): void => drop(() => true)
