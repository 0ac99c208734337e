import { useEffect, useState } from 'react'
import { useRoom } from '../session/room-context.ts'

/** How many messages of others arrived while the chat was out of sight. The history one finds on arrival counts as read. */
export function useUnread(visible: boolean): number {
  const messages = useRoom((state) => state.chat)
  const ownName = useRoom((state) => state.me?.name)
  const joined = useRoom((state) => state.joined)
  const [seen, setSeen] = useState<number | null>(null)
  const newest = messages.at(-1)?.id
  useEffect(() => {
    if (newest !== undefined && (visible || seen === null)) setSeen(newest)
    else if (newest === undefined && seen === null && joined) setSeen(-1)
  }, [newest, visible, seen, joined])
  if (visible || seen === null) return 0
  return messages.filter(({ id, userName }) => id > seen && userName !== ownName).length
}
