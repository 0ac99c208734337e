import type { RoomServerEvents } from '@rodada/contract/rooms/rooms'
import { writingMs } from '@rodada/contract/rooms/settings'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import { countNumbers } from '../result/vote-reading.ts'
import { tellDeckPoints } from '../tasks/deck-points.ts'
import type { RoomSocket } from './room-actions.ts'
import type { RoomAnnouncer } from './room-announcer.ts'
import type { RoomStore } from './room-store.ts'
import type { ServerClock } from './server-clock.ts'

/** What the cards say in one line: the average of numbers, or the middle of sizes. */
function revealText({ votes, average, median }: Parameters<RoomServerEvents['votesRevealed']>[0]): string {
  if (countNumbers(votes) > 0) return t('rooms:news.revealed', { average: format.average(average) })
  return typeof median === 'string' ? t('rooms:news.revealedSizes', { size: median }) : t('rooms:news.revealedNoNumbers')
}

/** Takes what the room tells into the store, and says aloud what somebody may not see. */
export function hearNews(socket: RoomSocket, { dispatch, getState }: RoomStore, announcer: RoomAnnouncer, clock: ServerClock): void {
  socket.on('newVote', ({ userName, participantId }) => {
    if (participantId !== getState().me?.id) announcer.voted(userName)
    dispatch({ type: 'newVote', participantId }, 'soon')
  })
  socket.on('voteSaved', ({ vote, round, confidence = null }) => dispatch({ type: 'voteSaved', vote: { card: vote, confidence }, round }))
  socket.on('reasonGiven', (reason) => {
    const { me, reveal } = getState()
    const name = reveal?.votes.find(({ participantId }) => participantId === reason.participantId)?.userName
    if (name !== undefined && reason.participantId !== me?.id) announcer.say(t('rooms:news.reason', { name, text: reason.text }))
    dispatch({ type: 'reasonGiven', ...reason })
  })
  const ends = new Map<number, ReturnType<typeof setTimeout>>()
  const writes = (participantId: number, writing: boolean) => {
    clearTimeout(ends.get(participantId))
    ends.delete(participantId)
    // Who goes on says so again; a page that was closed in the middle of a word does not.
    if (writing)
      ends.set(
        participantId,
        setTimeout(() => writes(participantId, false), writingMs),
      )
    dispatch({ type: 'reasonWriting', participantId, writing })
  }
  socket.on('reasonWriting', ({ round, participantId, writing }) => {
    if (round === getState().room?.round) writes(participantId, writing)
  })
  socket.on('historyDeleted', ({ past }) => dispatch({ type: 'past', past }))
  socket.on('votesRevealed', (payload) => {
    dispatch({ type: 'revealed', ...payload })
    announcer.turn(revealText(payload))
  })
  socket.on('votingReset', ({ round }) => {
    dispatch({ type: 'reset', round })
    announcer.turn(t('rooms:news.reset'))
  })
  socket.on('taskSelected', ({ selectedTask }) => {
    dispatch({ type: 'task', selectedTask })
    announcer.say(selectedTask ? t('rooms:news.task', { title: selectedTask.title }) : t('rooms:news.taskCleared'))
  })
  socket.on('nudged', ({ from }) => {
    dispatch({ type: 'nudged', by: from })
    if (getState().nudgedBy === from) announcer.say(t('rooms:nudge.you', { name: from }))
  })
  socket.on('revealCountdown', ({ endsAt, now }) => {
    dispatch({ type: 'clock', ahead: clock.heard(now) })
    dispatch({ type: 'countdown', endsAt })
    announcer.say(t('rooms:news.countdown'))
  })
  socket.on('revealCountdownStopped', () => {
    dispatch({ type: 'countdown', endsAt: null })
    announcer.say(t('rooms:news.countdownStopped'))
  })
  socket.on('timerChanged', ({ timer, now }) => {
    dispatch({ type: 'clock', ahead: clock.heard(now) })
    dispatch({ type: 'timer', timer })
  })
  socket.on('tasksChanged', ({ tasks }) => dispatch({ type: 'tasks', tasks }))
  socket.on('estimateSaved', (saved) => dispatch({ type: 'estimateSaved', ...saved }))
  socket.on('deckPointsChanged', () => tellDeckPoints())
  socket.on('roomUpdated', (room) => dispatch({ type: 'room', room }))
  socket.on('newChatMessage', (message) => {
    if (message.userName !== getState().me?.name) announcer.say(t('rooms:news.message', { name: message.userName, text: message.message }))
    dispatch({ type: 'message', message }, 'soon')
  })
  socket.on('chatHistory', (messages) => dispatch({ type: 'history', messages }))
  socket.on('moderatorChanged', ({ participantId, userName }) => {
    const isMe = participantId === getState().me?.id
    toast(isMe ? t('rooms:moderation.you') : t('rooms:moderation.other', { name: userName }), { kind: 'info' })
  })
}
