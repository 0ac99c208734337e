import { useMediaQuery } from '@mantine/hooks'
import { IconMessageCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { read, remove, write } from '../../lib/storage.ts'
import { focusIfLost } from '../../ui/focus-if-lost.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { late } from '../../ui/late.tsx'
import { Chat, chatField } from './Chat.tsx'
import { ConnectionNote } from './ConnectionNote.tsx'
import { Drawer } from './Drawer.tsx'
import { Hand } from './Hand.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { Result } from './Result.tsx'
import classes from './Room.module.css'
import { RoomBar } from './RoomBar.tsx'
import { RoomSide } from './RoomSide.tsx'
import { RoomTable } from './RoomTable.tsx'
import { useRoom, useRoomSession } from './room-context.ts'
import { heirsOf } from './room-selectors.ts'
import { shownVote } from './room-state.ts'
import { TaskBar } from './TaskBar.tsx'
import { type GoOn, UnsavedQuestion } from './UnsavedQuestion.tsx'
import { useLeave } from './use-leave.ts'
import { useRoomKeys } from './use-room-keys.ts'
import { useRoomTitle } from './use-room-title.ts'
import { useUnread } from './use-unread.ts'
import { useIsWriting } from './writing.ts'

const loadShare = () => import('./ShareDialog.tsx')
const loadSettings = () => import('./RoomSettings.tsx')
const ShareDialog = late(async () => (await loadShare()).ShareDialog)
const RoomSettings = late(async () => (await loadSettings()).RoomSettings)

/** How long after the room is drawn its dialogs are fetched, in milliseconds, so that they open at once, without a connection too. */
const dialogsAfter = 1500

type Panel = 'none' | 'menu' | 'chat' | 'share' | 'settings' | 'leave'

/** The room once it is known. */
export function Room({ code }: { code: string }) {
  return <UnsavedQuestion>{(goOn) => <RoomParts code={code} goOn={goOn} />}</UnsavedQuestion>
}

/** What the room is made of: side menu, table, hand, result and chat, in the columns that the screen has. */
function RoomParts({ code, goOn }: { code: string; goOn: GoOn }) {
  const session = useRoomSession()
  const room = useRoom((state) => state.room)
  const reveal = useRoom((state) => state.reveal)
  const handsOver = useRoom((state) => heirsOf(state).length > 0)
  const losesVote = useRoom((state) => shownVote(state) !== null && state.reveal === null)
  const chatHasColumn = useMediaQuery('(min-width: 68.8125em)', true, { getInitialValueInEffect: false })
  const sideHasColumn = useMediaQuery('(min-width: 60.0625em)', true, { getInitialValueInEffect: false })
  const [panel, setPanel] = useState<Panel>('none')
  const [minimised, setMinimised] = useState(() => read('rodada.chat') === 'minimised')
  const [draft, setDraft] = useState('')
  const [closedResult, setClosedResult] = useState<number | null>(null)
  const resultOpen = reveal !== null && closedResult !== room?.round
  const chatColumn = chatHasColumn && !minimised
  // Who writes when the cards turn writes on: the result then leaves them their line, for as long as it is open.
  const writing = useIsWriting()
  const [wasOpen, setWasOpen] = useState(resultOpen)
  const [leavesLine, setLeavesLine] = useState(false)
  if (wasOpen !== resultOpen) {
    setWasOpen(resultOpen)
    setLeavesLine(resultOpen && chatColumn && writing)
  }
  const chatVisible = (chatColumn && !resultOpen) || panel === 'chat'
  const unread = useUnread(chatVisible)
  const chatButton = useRef<HTMLButtonElement>(null)
  const leave = useLeave()
  useRoomKeys(session, goOn)
  useRoomTitle(code)
  useEffect(() => {
    // A failed fetch is no loss here: opening the dialog tries again.
    const fetch = () => void Promise.all([loadShare(), loadSettings()]).catch(() => undefined)
    const timer = setTimeout(fetch, dialogsAfter)
    return () => clearTimeout(timer)
  }, [])

  const close = () => setPanel('none')
  const closeResult = () => setClosedResult(room?.round ?? null)
  const minimise = (on: boolean) => {
    setMinimised(on)
    if (on) write('rodada.chat', 'minimised')
    else remove('rodada.chat')
    focusIfLost(() => (on ? chatButton.current : document.getElementById(chatField)))
  }
  const openChat = () => (chatHasColumn ? minimise(false) : setPanel('chat'))
  const share = () => setPanel('share')
  const result = resultOpen && (
    <Result
      key={room?.round}
      reveal={reveal}
      unread={unread}
      onClose={closeResult}
      onChat={() => {
        closeResult()
        openChat()
      }}
    />
  )
  const resultInChat = chatColumn && leavesLine
  const side = (
    <RoomSide
      code={code}
      onShare={share}
      onSettings={() => setPanel('settings')}
      onLeave={() => goOn(() => (losesVote || handsOver ? setPanel('leave') : void leave()))}
    />
  )
  return (
    <div
      className={classes.room}
      data-side={sideHasColumn || undefined}
      data-chat={chatColumn || undefined}
      data-result={resultOpen || undefined}
    >
      {sideHasColumn && (
        <aside className={classes.side} aria-label={t('rooms:side.label')}>
          {side}
        </aside>
      )}
      <main id="conteudo" tabIndex={-1} className={classes.stage}>
        <h1 className="sr-only">{t('rooms:title.plain', { code })}</h1>
        {!chatHasColumn && (
          <RoomBar
            code={code}
            unread={unread}
            onMenu={sideHasColumn ? undefined : () => setPanel('menu')}
            onShare={share}
            onChat={openChat}
          />
        )}
        <div className={classes.head}>
          <div className={classes.task}>
            <TaskBar />
          </div>
          {chatHasColumn && minimised && (
            <IconButton
              ref={chatButton}
              className={classes.chatButton}
              label={unread > 0 ? t('rooms:chat.openNew', { count: unread }) : t('rooms:chat.open')}
              badge={unread}
              onClick={openChat}
            >
              <IconMessageCircle size={20} stroke={1.75} />
            </IconButton>
          )}
        </div>
        <ConnectionNote />
        <RoomTable resultOpen={resultOpen} onOpenResult={() => setClosedResult(null)} onShare={share} />
        <div className={classes.hand}>
          <Hand />
        </div>
      </main>
      {chatColumn && (
        // Under the open result it is out of sight, so it must be out of reach too.
        <aside className={classes.chat} aria-label={t('rooms:chat.title')} inert={resultOpen && !resultInChat}>
          <Chat
            draft={draft}
            onDraft={setDraft}
            closing="minimise"
            onClose={() => minimise(true)}
            over={resultInChat && result ? result : null}
          />
        </aside>
      )}
      {!resultInChat && result}
      {panel === 'menu' && !sideHasColumn && (
        <Drawer side="left" label={t('rooms:side.menu')} onClose={close}>
          {side}
        </Drawer>
      )}
      {panel === 'chat' && !chatHasColumn && (
        <Drawer side="right" label={t('rooms:chat.title')} onClose={close}>
          <aside className={classes.fill} aria-label={t('rooms:chat.title')}>
            <Chat draft={draft} onDraft={setDraft} closing="close" onClose={close} />
          </aside>
        </Drawer>
      )}
      {panel === 'share' && <ShareDialog code={code} onClose={close} />}
      {panel === 'settings' && room && <RoomSettings room={room} onClose={close} />}
      {panel === 'leave' && <LeaveDialog losesVote={losesVote} onStay={close} onLeave={leave} />}
    </div>
  )
}
