import { limits } from '@rodada/contract/core/limits'
import type { ChatMessage } from '@rodada/contract/rooms/rooms'
import { IconArrowDown, IconMinus, IconSend, IconX } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import classes from './Chat.module.css'
import { dayLabel, isNewDay } from './chat-days.ts'
import type { ChatDraft } from './use-chat-draft.ts'

/** The counter appears when this few characters are left. */
const counterFrom = 50
/** How far from the end, in pixels, still counts as reading the newest message. */
const nearEnd = 48

type Props = {
  draft: ChatDraft
  closing: 'minimise' | 'close'
  onClose: () => void
  /** What lies over the conversation while its line stays in use. */
  over?: ReactNode
}

/** The id of the line to write to. */
export const chatField = 'chat-field'

/** The room's conversation and a line to write to it. The draft lives outside, so that closing the panel keeps it. */
export function Chat({ draft, closing, onClose, over = null }: Props) {
  return (
    <div className={classes.chat}>
      <div className={classes.above}>
        <div className={classes.talk} inert={over !== null}>
          <header className={classes.head}>
            <h2>{t('rooms:chat.title')}</h2>
            <IconButton label={t(closing === 'minimise' ? 'rooms:chat.minimise' : 'close')} onClick={onClose}>
              {closing === 'minimise' ? <IconMinus size={18} stroke={1.75} /> : <IconX size={18} stroke={1.75} />}
            </IconButton>
          </header>
          <Messages />
        </div>
        {over}
      </div>
      <Say draft={draft} />
    </div>
  )
}

function toEnd(box: HTMLElement | null): void {
  if (box) box.scrollTop = box.scrollHeight
}

function Messages() {
  const messages = useRoom((state) => state.chat)
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const [behind, setBehind] = useState(false)
  const newest = messages.at(-1)?.id
  const own = useRoom((state) => state.chat.at(-1)?.userName === state.me?.name)
  // A person who reads the end or has just written is shown the end; one who scrolled up is not moved, only told.
  useLayoutEffect(() => {
    if (newest === undefined) return
    if (atEnd.current || own) toEnd(box.current)
    else setBehind(true)
  }, [newest, own])
  const onScroll = () => {
    const element = box.current
    if (!element) return
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd
    if (atEnd.current) setBehind(false)
  }
  const showNewest = () => {
    toEnd(box.current)
    // The button leaves with the focus; what it led to has it then.
    box.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.frame}>
      {/* New messages are read by the room's announcer, which gathers them; the history is not read at all. */}
      <div
        ref={box}
        className={classes.messages}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('rooms:chat.messages')}
        aria-live="off"
      >
        {messages.length === 0 && <p className={classes.empty}>{t('rooms:chat.empty')}</p>}
        {messages.map((message, index) => (
          <Fragment key={message.id}>
            {isNewDay(messages[index - 1], message) && <p className={classes.day}>{dayLabel(message.timestamp)}</p>}
            <Message message={message} />
          </Fragment>
        ))}
      </div>
      {behind && (
        <button type="button" className={classes.behind} onClick={showNewest}>
          <IconArrowDown size={16} stroke={1.75} aria-hidden="true" />
          {t('rooms:chat.new')}
        </button>
      )}
    </div>
  )
}

function Message({ message: { userName, avatar, message, timestamp } }: { message: ChatMessage }) {
  return (
    <div className={classes.message}>
      <Avatar name={userName} avatar={avatar} size="sm" className={classes.avatar} />
      <span className={classes.by}>
        <b>{userName}</b>
        <time dateTime={timestamp}>{format.time(timestamp)}</time>
      </span>
      <p>{message}</p>
    </div>
  )
}

function Say({ draft: { text: draft, change: onDraft, sendKey } }: { draft: ChatDraft }) {
  const session = useRoomSession()
  const online = useRoom((state) => state.joined)
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  const left = limits.chatMessage - draft.length
  const blank = draft.trim() === ''
  const send = async () => {
    if (blank || sending || !online) return
    setSending(true)
    const accepted = await session.say(draft.trim(), sendKey())
    setSending(false)
    // A refused message stays in the field; what was typed meanwhile is not lost either.
    if (accepted) onDraft(latest.current.startsWith(draft) ? latest.current.slice(draft.length) : latest.current)
    field.current?.focus()
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      className={classes.say}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {!online && (
        <p className={classes.offline} id="chat-offline">
          {t('rooms:chat.offline')}
        </p>
      )}
      <div className={classes.line}>
        <textarea
          ref={field}
          id={chatField}
          className={classes.field}
          rows={1}
          value={draft}
          maxLength={limits.chatMessage}
          placeholder={t('rooms:chat.placeholder')}
          aria-label={t('rooms:chat.field')}
          aria-describedby={!online ? 'chat-offline' : left <= counterFrom ? 'chat-left' : undefined}
          enterKeyHint="send"
          onChange={(event) => onDraft(event.currentTarget.value)}
          onKeyDown={sendOnEnter}
        />
        <button type="submit" className={classes.send} aria-label={t('rooms:chat.send')} disabled={blank || sending || !online}>
          <IconSend size={18} stroke={1.75} />
        </button>
      </div>
      {left <= counterFrom && (
        <p className={classes.left} id="chat-left" data-none={left === 0 || undefined}>
          {t('rooms:chat.left', { count: left })}
        </p>
      )}
    </form>
  )
}
