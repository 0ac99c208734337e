import { useState } from 'react'
import { readDraft, writeDraft } from '../../../lib/device/drafts.ts'

/** What is typed in the chat of a room and not sent yet. A reload keeps it, as a seat and a vote. */
export function useChatDraft(roomCode: string): [text: string, change: (text: string) => void] {
  const name = `room.${roomCode}.chat`
  const [text, setText] = useState(() => readDraft(name) ?? '')
  const change = (next: string) => {
    writeDraft(name, next)
    setText(next)
  }
  return [text, change]
}
