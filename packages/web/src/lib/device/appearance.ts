import type { Settings } from '@rodada/contract/auth/account'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'
import { read, write } from './storage.ts'

export type Appearance = Omit<Settings['appearance'], 'theme_chosen'>
export type Theme = Appearance['theme']

/** Each choice that is not the default is a word under `rodada.appearance`; the theme has a key of its own. */
const words = { compact_mode: 'compact', sidebar_collapsed: 'collapsed', show_avatars: 'no-avatars', show_animations: 'still' } as const
type Flag = keyof typeof words
/** What holds without the word. */
const plain: Record<Flag, boolean> = { compact_mode: false, sidebar_collapsed: false, show_avatars: true, show_animations: true }
const flags = Object.keys(words) as Flag[]

const isTheme = (value: string | null): value is Theme => value === 'light' || value === 'dark' || value === 'auto'

function stored(): Appearance {
  const theme = read('rodada.theme')
  const said = (read('rodada.appearance') ?? '').split(' ')
  const chosen = Object.fromEntries(flags.map((flag) => [flag, said.includes(words[flag]) ? !plain[flag] : plain[flag]]))
  return { theme: isTheme(theme) ? theme : 'light', ...(chosen as Record<Flag, boolean>) }
}

let current = stored()
const lessMotion = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null
lessMotion?.addEventListener('change', () => mark('data-motion', isStill() ? 'off' : null))
const isStill = (): boolean => !current.show_animations || lessMotion?.matches === true

/** How this browser draws the product now: the last that the account, or somebody without one, chose here. */
export const getAppearance = (): Appearance => current

/** Changes how this browser draws, at once and for its next visits. The account is told by `saveAppearance`. */
export function showAppearance(change: Partial<Appearance>): void {
  const next = { ...current, ...change }
  if (flags.every((flag) => next[flag] === current[flag]) && next.theme === current.theme) return
  if (next.theme !== current.theme) write('rodada.theme', next.theme)
  write(
    'rodada.appearance',
    flags
      .filter((flag) => next[flag] !== plain[flag])
      .map((flag) => words[flag])
      .join(' '),
  )
  take(next)
}

function take(next: Appearance): void {
  current = next
  mark('data-density', next.compact_mode ? 'compact' : null)
  mark('data-motion', isStill() ? 'off' : null)
  tell()
}

function mark(name: string, value: string | null): void {
  if (value === null) document.documentElement.removeAttribute(name)
  else document.documentElement.setAttribute(name, value)
}

const { subscribe, tell } = createListeners(() => {
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
})
/** Tells when another look was chosen, in this tab or another one. */
export const subscribeAppearance = subscribe

function hear({ key }: StorageEvent): void {
  if (key === null || key === 'rodada.theme' || key === 'rodada.appearance') take(stored())
}

export const useAppearance = (): Appearance => useSyncExternalStore(subscribeAppearance, getAppearance, getAppearance)
