import { useEffect, useRef } from 'react'
import { listenToPageKeys } from '../../lib/device/page-keys.ts'

type InboxKeys = Record<'done' | 'snooze' | 'reply' | 'toggleRead' | 'close', () => unknown> & { step: (by: 1 | -1) => void }

const isInCard = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[data-inbox-pane]') !== null

/** J and K, or the arrows, walk; E puts aside, H snoozes, R answers on the card, U marks as unread, Escape closes. In the open card arrows scroll. */
export function useInboxKeys(keys: InboxKeys): void {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(
    () =>
      listenToPageKeys({
        key: ({ key, target }) => {
          const { step, done, snooze, reply, toggleRead, close } = now.current
          const pressed: Record<string, (() => unknown) | undefined> = {
            j: () => step(1),
            k: () => step(-1),
            e: done,
            h: snooze,
            r: reply,
            u: toggleRead,
            Escape: close,
            ...(!isInCard(target) && { ArrowDown: () => step(1), ArrowUp: () => step(-1) }),
          }
          const act = pressed[key.length === 1 ? key.toLowerCase() : key]
          act?.()
          return act !== undefined
        },
      }),
    [],
  )
}
