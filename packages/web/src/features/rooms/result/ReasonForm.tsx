import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import type { Room } from '@rodada/contract/rooms/rooms'
import { writingAgainMs } from '@rodada/contract/rooms/settings'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { readDraft, writeDraft } from '../../../lib/device/drafts.ts'
import { useFocusHandover } from '../../../ui/focus/use-focus-handover.ts'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import classes from './Reasons.module.css'

/** Where the line is kept that somebody writes in this round. */
export const reasonDraft = (room: Room | null): string => `reason.${room?.roomId}.${room?.round}`

export const reasonsHeading = 'reasons-title'

type Props = {
  question: string
  /** What the person told before. */
  said: string
  draft: string
  /** Whether the field may be put away without a word: one that opened by itself costs nothing where it stands. */
  canLeave: boolean
  onDone: () => void
}

/** Tells the others that one writes, and at the end that one no longer does; never what. */
function useWriting(): (isWriting: boolean) => void {
  const { ask, store } = useRoomSession()
  const last = useRef<{ at: number; isWriting: boolean }>({ at: 0, isWriting: false })
  const tell = (isWriting: boolean) => {
    const now = Date.now()
    const { at, isWriting: was } = last.current
    if (was === isWriting && (!isWriting || now - at < writingAgainMs)) return
    last.current = { at: now, isWriting }
    const { room } = store.getState()
    // Whether it arrives makes no difference to who writes.
    if (room)
      void ask((socket, answer) => socket.emit('writingReason', { roomId: room.roomId, round: room.round, writing: isWriting }, answer))
  }
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => () => latest.current(false), [])
  return tell
}

const findHeading = () => document.getElementById(reasonsHeading)

/** One line about the task, sent with Enter. */
export function ReasonForm({ question, said, draft, canLeave, onDone }: Props) {
  const session = useRoomSession()
  const joined = useRoom((state) => state.joined)
  const [text, setText] = useState(() => readDraft(draft) ?? said)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // A field that the person opened is written in at once; one that opened by itself takes nobody's keys.
    if (canLeave) field.current?.focus()
  }, [canLeave])
  useFocusHandover(form, findHeading)
  const line = text.trim()
  const tellWriting = useWriting()
  const write = (next: string) => {
    setText(next)
    tellWriting(next.trim() !== '')
    writeDraft(draft, next === said ? null : next)
  }
  const leave = () => {
    writeDraft(draft, null)
    onDone()
  }
  const tell = async () => {
    if (line === '' || busy || !joined) return
    setBusy(true)
    const accepted = await session.giveReason(line)
    setBusy(false)
    if (!accepted) return
    announce(t('result:reasons.told'))
    leave()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void tell()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && canLeave) leave()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void tell()
  }
  return (
    <form ref={form} className={classes.form} onSubmit={submit}>
      <label htmlFor={id}>{question}</label>
      <textarea
        ref={field}
        id={id}
        className={classes.field}
        data-line
        value={text}
        rows={2}
        maxLength={limits.voteReason}
        autoComplete="off"
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.row}>
        <span>{t('result:reasons.hint')}</span>
        {canLeave && (
          <Button size="sm" variant="subtle" onClick={leave}>
            {t('cancel')}
          </Button>
        )}
        <Button size="sm" type="submit" variant="filled" loading={busy} disabled={line === '' || !joined}>
          {t('result:reasons.tell')}
        </Button>
      </div>
    </form>
  )
}
