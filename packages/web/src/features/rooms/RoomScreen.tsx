import { useParams } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { RoomProblems } from './dialogs/RoomProblems.tsx'
import { Room } from './Room.tsx'
import { RoomLoading } from './RoomLoading.tsx'
import { RoomContext, useRoom } from './session/room-context.ts'
import { openRoomSession, type RoomSession } from './session/room-session.ts'

/** The voting room of the address: present in it for as long as it is on screen. */
export function RoomScreen() {
  const { roomId } = useParams({ from: '/votacao/$roomId' })
  const code = roomId.trim().toUpperCase()
  const [session, setSession] = useState<RoomSession | null>(null)
  useEffect(() => {
    const opened = openRoomSession(code)
    setSession(opened)
    return () => {
      opened.close()
      setSession(null)
    }
  }, [code])
  if (!session) return <RoomLoading />
  return (
    <RoomContext value={session}>
      <RoomView code={code} />
      <RoomProblems code={code} />
    </RoomContext>
  )
}

/** Fetched when a room says no: until then nobody reads it. */
const RoomRefused = lazyPart(async () => (await import('./dialogs/RoomRefused.tsx')).RoomRefused, { meanwhile: RoomLoading })
const RoomPassword = lazyPart(async () => (await import('./dialogs/RoomPassword.tsx')).RoomPassword, { texts: ['auth'] })

function RoomView({ code }: { code: string }) {
  const blocked = useRoom((state) => state.blocked)
  // Wait for both the room and one's own seat, so that the table does not turn once more under the eyes.
  const isKnown = useRoom((state) => state.room !== null && state.me !== null)
  // The first drawing of the table is long for a phone, which takes what is pressed between its slices.
  const known = useDeferredValue(isKnown)
  if (blocked?.kind === 'refused' || blocked?.kind === 'removed')
    return <RoomRefused message={blocked.message} removed={blocked.kind === 'removed'} />
  if (blocked?.kind === 'password') return <RoomPassword blocked={blocked} />
  return known && isKnown ? <Room code={code} /> : <RoomLoading />
}
