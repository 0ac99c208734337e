import { useState } from 'react'
import { readDraft, writeDraft } from '../../../lib/device/drafts.ts'
import { randomId } from '../../../lib/random-id.ts'

/** What is typed in the chat of a room and not yet known to be said. A reload keeps it, as a seat and a vote. */
export type ChatDraft = {
  text: string
  change: (text: string) => void
  /** The key under which this text is said: the same one after a reload, for the answer that was lost may have been a yes. */
  sendKey: () => string
}

/** The draft of one room. */
export function useChatDraft(roomCode: string): ChatDraft {
  const name = `room.${roomCode}.chat`
  const keyName = `${name}.key`
  const [text, setText] = useState(() => readDraft(name) ?? '')
  const change = (next: string) => {
    writeDraft(name, next)
    writeDraft(keyName, null)
    setText(next)
  }
  const sendKey = () => {
    const key = readDraft(keyName) ?? randomId()
    writeDraft(keyName, key)
    return key
  }
  return { text, change, sendKey }
}
