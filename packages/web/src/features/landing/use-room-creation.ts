import { useCallback, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { readRoomToken, writeRoomToken } from '../../lib/device/storage.ts'
import type { Created } from './landing-socket.ts'

type Creation = { open: boolean; loading: boolean; roomId: string | null; notice: string | null }
const closed: Creation = { open: false, loading: false, roomId: null, notice: null }

/** The create-room dialog's life: opening it creates the room; a failure closes it and leaves its text in `error`. */
export function useRoomCreation() {
  const [creation, setCreation] = useState(closed)
  const [error, setError] = useState<string | null>(null)
  /** Which opening is the current one: the answer of a cancelled one must not come back. */
  const attempt = useRef(0)

  const start = useCallback(async () => {
    attempt.current += 1
    const mine = attempt.current
    const current = () => mine === attempt.current
    setError(null)
    setCreation({ ...closed, open: true, loading: true })
    const created = await create(() => {
      if (current()) setCreation((before) => ({ ...before, notice: t('landing:errors.reconnecting') }))
    })
    if ('error' in created) {
      if (!current()) return
      setError(created.error)
      setCreation(closed)
      return
    }
    if (!current()) return created.hostToken ? cancel(created.roomId, created.hostToken) : undefined
    if (created.hostToken) writeRoomToken('rodada.hostTokens', created.roomId, created.hostToken)
    setCreation({ open: true, loading: false, roomId: created.roomId, notice: null })
  }, [])

  const close = useCallback(() => {
    attempt.current += 1
    if (creation.roomId) {
      const hostToken = readRoomToken('rodada.hostTokens', creation.roomId)
      writeRoomToken('rodada.hostTokens', creation.roomId, null)
      if (hostToken) cancel(creation.roomId, hostToken)
    }
    setCreation(closed)
  }, [creation.roomId])

  return { ...creation, error, setError, start, close }
}

/** The room that was created is not wanted. */
function cancel(roomId: string, hostToken: string): void {
  void import('./landing-socket.ts').then(
    ({ cancelRoom }) => cancelRoom(roomId, hostToken),
    () => undefined,
  )
}

async function create(onTrouble: () => void): Promise<Created> {
  try {
    const { createRoom } = await import('./landing-socket.ts')
    return await createRoom(onTrouble)
  } catch {
    // An import that fails is a connection that fails: the page is here, the rest of it is not.
    return { error: t('landing:errors.connect') }
  }
}
