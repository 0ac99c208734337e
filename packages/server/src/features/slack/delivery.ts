import type { Deps } from '../../platform/deps.ts'
import { OutgoingError } from '../../platform/http/outgoing.ts'
import type { IsStopping } from '../../platform/jobs.ts'
import { askedWaitMs, type Pace, placesOf, serveDue, slowMs } from '../../platform/receivers.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import {
  createClaimMessage,
  deleteMessage,
  deleteMessages,
  findHook,
  type MessageRow,
  mostTries,
  noteFailing,
  noteSlow,
  postponeMessages,
  wordsOf,
} from './queries.ts'

/** `refused`: the address will never take it. `later`: it may, in `waitMs` milliseconds when Slack says so. */
type Sent = { result: 'sent' } | { result: 'refused' } | { result: 'later'; waitMs?: number }

export type SlackDelivery = {
  seal: (boardId: number, url: string) => string
  /** Sends one message now. The address is checked again, because the name may lead elsewhere than when it was saved. */
  send: (boardId: number, sealedUrl: string, message: string) => Promise<Sent>
  /** Job: sends what is due to the addresses that are quick, or slow. Any number of processes may run it; each message is taken by one of them. */
  deliver: (pace: Pace, isStopping: IsStopping) => Promise<void>
}

/** Slack answers within a second. A slower address delays the messages behind it. */
const timeoutMs = 4_000
/** Slack's answer is 'ok'. */
const replyBytes = 64 * 1024
const longestWaitMs = 60 * 60_000
/** Where it takes no more for now, and does not say until when. */
const usualWaitMs = 30_000

const about = (boardId: number) => `slack address of board ${boardId}`

export function createSlackDelivery({ db, config, outgoing, log }: Pick<Deps, 'db' | 'config' | 'outgoing' | 'log'>): SlackDelivery {
  const box = createSecretBox(config.secret)
  const claim = { quick: createClaimMessage(db, 'quick'), slow: createClaimMessage(db, 'slow') }

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
      if (status === 429) return { result: 'later', waitMs: askedWaitMs(headers['retry-after'], longestWaitMs) || usualWaitMs }
      return { result: status >= 500 ? 'later' : 'refused' }
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      return { result: error.reason === 'address' ? 'refused' : 'later' }
    }
  }

  /** A link to the board, if the installation knows its own address. */
  const linkTo = async (boardId: number) =>
    config.publicUrl === undefined ? '' : `\n<${config.publicUrl.replace(/\/$/, '')}/board/${boardId}|${(await wordsOf(db, boardId)).open}>`

  const deliverOne = async (message: MessageRow): Promise<void> => {
    const hook = await findHook(db, message.board_id)
    // Also when the person who answers for it lost the board since.
    if (!hook?.active) return deleteMessages(db, message.board_id)
    const text = message.message + (await linkTo(message.board_id))
    const began = performance.now()
    const sent = await send(message.board_id, hook.url, text)
    if (performance.now() - began >= slowMs) await noteSlow(db, message.board_id)
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
    deliver: (pace, isStopping) => serveDue(placesOf[pace], claim[pace], deliverOne, isStopping),
  }
}
