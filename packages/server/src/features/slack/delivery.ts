import type { Deps } from '../../platform/deps.ts'
import { OutgoingError } from '../../platform/outgoing.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import {
  claimMessage,
  deleteMessage,
  deleteMessages,
  findHook,
  type MessageRow,
  mostTries,
  noteFailing,
  postponeMessages,
  wordsOf,
} from './queries.ts'

/** `refused`: this address will not take it, also later. `later`: it may; in milliseconds, when Slack says how long to wait. */
type Sent = { result: 'sent' } | { result: 'refused' } | { result: 'later'; waitMs?: number }

export type SlackDelivery = {
  seal: (boardId: number, url: string) => string
  /** Sends one message, now. The address is looked at again: the name may lead elsewhere than when it was saved. */
  send: (boardId: number, sealedUrl: string, message: string) => Promise<Sent>
  /** Job: sends what is due. Any number of processes may run it; each message is taken by one of them. */
  deliver: () => Promise<void>
}

/** Slack answers within a second. What takes longer holds up whoever comes behind it. */
const timeoutMs = 4_000
/** Boards that are told at the same time: an address that somebody chose and that does not answer holds up one of these places. */
const boardsAtOnce = 8
/** Slack answers 'ok'. */
const replyBytes = 64 * 1024
const longestWaitMs = 60 * 60_000

const about = (boardId: number) => `slack address of board ${boardId}`

export function createSlackDelivery({ db, config, outgoing, log }: Pick<Deps, 'db' | 'config' | 'outgoing' | 'log'>): SlackDelivery {
  const box = createSecretBox(config.secret)

  const send: SlackDelivery['send'] = async (boardId, sealedUrl, message) => {
    try {
      const { status, headers } = await outgoing.send({
        url: box.open(sealedUrl, about(boardId)),
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: message, unfurl_links: false }),
        timeout: timeoutMs,
        maxBytes: replyBytes,
      })
      if (status >= 200 && status < 300) return { result: 'sent' }
      if (status === 429) return { result: 'later', waitMs: Math.min((Number(headers['retry-after']) || 30) * 1000, longestWaitMs) }
      return { result: status >= 500 ? 'later' : 'refused' }
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      return { result: error.reason === 'address' ? 'refused' : 'later' }
    }
  }

  /** Where it happened, for installations that know their own address. */
  const linkTo = async (boardId: number) =>
    config.publicUrl === undefined ? '' : `\n<${config.publicUrl.replace(/\/$/, '')}/board/${boardId}|${(await wordsOf(db, boardId)).open}>`

  const deliverOne = async (message: MessageRow): Promise<void> => {
    const hook = await findHook(db, message.board_id)
    // Also who lost the board since it was written is told nothing more of it.
    if (!hook?.active) return deleteMessages(db, message.board_id)
    const sent = await send(message.board_id, hook.url, message.message + (await linkTo(message.board_id)))
    if (sent.result === 'sent') {
      await noteFailing(db, message.board_id, false)
      return deleteMessage(db, message.id)
    }
    if (sent.result === 'later' && message.tries < mostTries) return postponeMessages(db, message, sent.waitMs)
    log.warn({ board: message.board_id, message: message.id, tries: message.tries }, 'slack message given up')
    await noteFailing(db, message.board_id, true)
    await deleteMessage(db, message.id)
  }

  return {
    seal: (boardId, url) => box.seal(url, about(boardId)),
    send,
    deliver: () => sideBySide(boardsAtOnce, () => claimMessage(db), deliverOne),
  }
}
