import { type ComponentType, useSyncExternalStore } from 'react'
import type { LazyNamespace } from '../i18n/catalogue.ts'
import { loadTexts } from '../i18n/index.ts'
import { createListeners } from '../lib/listeners.ts'

type Options<Props> = {
  /** The texts that the part shows, fetched with it. */
  texts?: readonly LazyNamespace[]
  /** What stands in its place meanwhile; nothing without it. */
  meanwhile?: ComponentType
  /** What stands in its place when it cannot be fetched; without it that is an error where it stands. */
  otherwise?: ComponentType<Props>
}

/**
 * A part of a page that is fetched when it is first drawn, and drawn at once where it has been. Not React's `lazy`: a place
 * that it leaves empty stays so for 300 ms, however soon the part is there, and it leaves it empty for a part that is loaded, too.
 * A part that cannot be fetched is an error where it stands, or what the page has for that; drawn again, it is asked for again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { texts = [], meanwhile: Meanwhile, otherwise: Otherwise }: Options<Props> = {},
): ComponentType<Props> {
  type State = { kind: 'coming' } | { kind: 'there'; Part: ComponentType<Props> } | { kind: 'failed'; error: unknown }
  const coming: State = { kind: 'coming' }
  let state: State = coming
  let isAskedFor = false

  const getState = (): State => state

  const ask = async () => {
    isAskedFor = true
    try {
      const [Part] = await Promise.all([load(), loadTexts(...texts)])
      state = { kind: 'there', Part }
    } catch (error) {
      // Nobody waits any more, so that the next one who draws it asks again.
      state = areThere() ? { kind: 'failed', error } : coming
    }
    isAskedFor = false
    tell()
  }
  const { subscribe, tell, areThere } = createListeners(() => {
    if (state.kind === 'coming' && !isAskedFor) void ask()
    return () => {
      if (state.kind === 'failed') state = coming
    }
  })
  return function LazyPart(props: Props) {
    const now = useSyncExternalStore(subscribe, getState, getState)
    if (now.kind === 'failed') {
      if (Otherwise) return <Otherwise {...props} />
      throw now.error
    }
    if (now.kind === 'there') return <now.Part {...props} />
    return Meanwhile ? <Meanwhile /> : null
  }
}
