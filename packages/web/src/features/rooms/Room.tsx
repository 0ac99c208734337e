import { useMediaQuery } from '@mantine/hooks'
import { IconMessageCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { loadTexts, t } from '../../i18n/index.ts'
import { read, remove, write } from '../../lib/device/storage.ts'
import { focusIfLost } from '../../ui/focus/focus-if-lost.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { IconButton } from '../../ui/page/IconButton.tsx'
import { Chat, chatField } from './chat/Chat.tsx'
import { useChatDraft } from './chat/use-chat-draft.ts'
import { useUnread } from './chat/use-unread.ts'
import { useIsWriting } from './chat/writing.ts'
import { Drawer } from './Drawer.tsx'
import classes from './Room.module.css'
import { RoomBar } from './RoomBar.tsx'
import { RoomSide } from './RoomSide.tsx'
import { ConnectionNote } from './session/ConnectionNote.tsx'
import { useRoom, useRoomSession } from './session/room-context.ts'
import { heirsOf } from './session/room-selectors.ts'
import { type Reveal, shownVote } from './session/room-state.ts'
import { useLeave } from './session/use-leave.ts'
import { useRoomTitle } from './session/use-room-title.ts'
import { Hand, loadConfidence } from './table/Hand.tsx'
import { RoomTable } from './table/RoomTable.tsx'
import { useRoomKeys } from './table/use-room-keys.ts'
import { loadTaskForm, TaskBar } from './tasks/TaskBar.tsx'
import { type GoOn, UnsavedQuestion } from './tasks/UnsavedQuestion.tsx'

type EvidenceProps = { reveal: Reveal; onShown: (isShown: boolean) => void }

const loadShare = () => import('./dialogs/ShareDialog.tsx')
const loadSettings = () => import('./dialogs/RoomSettings.tsx')
const loadLeave = () => import('./dialogs/LeaveDialog.tsx')
const loadResult = () => import('./result/Result.tsx')
const loadEvidence = () => import('./result/Evidence.tsx')
const EvidencePlace = lazyPart<EvidenceProps>(async () => (await loadEvidence()).EvidencePlace, {
  texts: ['references'],
  // The hand stays where it is.
  otherwise: () => null,
})
const Result = lazyPart(async () => (await loadResult()).Result, { texts: ['result'] })
const ShareDialog = lazyPart(async () => (await loadShare()).ShareDialog)
const LeaveDialog = lazyPart(async () => (await loadLeave()).LeaveDialog)
const RoomSettings = lazyPart(async () => (await loadSettings()).RoomSettings, { texts: ['auth', 'decks'] })

const RecordDialog = lazyPart(async () => (await import('./record/RecordDialog.tsx')).RecordDialog, { texts: ['record'] })
const AvatarDialog = lazyPart(async () => (await import('./people/AvatarDialog.tsx')).AvatarDialog)

/** How long after the room is drawn its other parts are fetched, in milliseconds, so that they open at once, without a connection too. */
const othersAfter = 1500

type Panel = 'none' | 'menu' | 'chat' | 'share' | 'settings' | 'record' | 'avatar' | 'leave'

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
  // As the style sheet has it: there the open result takes the place of task and hand.
  const resultHidesTask = useMediaQuery('(max-width: 47.5em), (max-height: 32.5em) and (min-width: 35.0625em)', false, {
    getInitialValueInEffect: false,
  })
  const [panel, setPanel] = useState<Panel>('none')
  // The hand is drawn on, with the focus that it may have, until it is known that the board remembers something.
  const [remembers, setRemembers] = useState(false)
  const [minimised, setMinimised] = useState(() => read('rodada.chat') === 'minimised')
  const draft = useChatDraft(code)
  const [closedResult, setClosedResult] = useState<number | null>(null)
  const resultOpen = reveal !== null && closedResult !== room?.round
  const chatColumn = chatHasColumn && !minimised
  // A person who writes when the cards turn writes on: the result leaves them their line for as long as it is open.
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
    // A failed fetch is no loss here: drawing the part tries again.
    const fetch = () =>
      void Promise.all([
        loadConfidence(),
        loadResult(),
        loadEvidence(),
        loadTaskForm(),
        loadTexts('result', 'references'),
        loadShare(),
        loadSettings(),
        loadLeave(),
      ]).catch(() => undefined)
    const timer = setTimeout(fetch, othersAfter)
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
      hidesHand={resultHidesTask}
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
      onRecord={() => setPanel('record')}
      onAvatar={() => setPanel('avatar')}
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
            story={resultOpen && resultHidesTask}
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
          {reveal && !resultHidesTask && <EvidencePlace reveal={reveal} onShown={setRemembers} />}
          {!remembers && <Hand />}
        </div>
      </main>
      {chatColumn && (
        // Under the open result it is out of sight, so it must be out of reach too.
        <aside className={classes.chat} aria-label={t('rooms:chat.title')} inert={resultOpen && !resultInChat}>
          <Chat draft={draft} closing="minimise" onClose={() => minimise(true)} over={resultInChat && result ? result : null} />
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
            <Chat draft={draft} closing="close" onClose={close} />
          </aside>
        </Drawer>
      )}
      {panel === 'share' && <ShareDialog code={code} onClose={close} />}
      {panel === 'settings' && room && <RoomSettings room={room} onClose={close} />}
      {panel === 'record' && <RecordDialog code={code} onClose={close} />}
      {panel === 'avatar' && <AvatarDialog code={code} onClose={close} />}
      {panel === 'leave' && <LeaveDialog losesVote={losesVote} onStay={close} onLeave={leave} />}
    </div>
  )
}
