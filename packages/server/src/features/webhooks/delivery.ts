import { type Deps, instant } from '../../platform/deps.ts'
import { OutgoingError } from '../../platform/http/outgoing.ts'
import type { IsStopping } from '../../platform/jobs.ts'
import { askedWaitMs, type Pace, placesOf, serveDue, slowMs } from '../../platform/receivers.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { addNotices } from '../notifications/notice-queries.ts'
import { write } from './forms.ts'
import {
  type DeliveryRow,
  findHook,
  type HookRow,
  noteArrived,
  noteFailing,
  noteOutcome,
  noteSlow,
  type Outcome,
  switchOff,
} from './queries.ts'
import { signatureHeaders } from './signing.ts'
import { type Claimed, createClaimHook, dropWaiting, findHead, prune, releaseHook, wakeNow } from './waiting-queries.ts'

/** `gone`: the receiver says that it will never take anything again. `waitMs`: for how long it asks not to be asked. */
type Tried = Outcome & { gone?: boolean; waitMs?: number }

export type WebhookDelivery = {
  seal: (boardId: number, text: string) => string
  /** Sends a message now, whatever else waits. With `retry` it waits for further tries when it does not arrive. */
  sendNow: (hook: HookRow, delivery: DeliveryRow, retry: boolean) => Promise<DeliveryRow | undefined>
  /**
   * Job: sends what is due to the receivers that are quick, or slow. Any number of processes may run it; each webhook is served by one of them at a
   * time.
   */
  deliver: (pace: Pace, isStopping: IsStopping) => Promise<void>
}

const timeoutMs = 10_000
/** Nothing of the answer is read but its status. */
const replyBytes = 64 * 1024
/** After so long, or so many messages, others have their turn. Less than the lease of a webhook, with one more try. */
const roundMs = 2_000
const roundMessages = 50
const [minute, hour] = [60_000, 3_600_000]
/** Pauses after each failed try of a message: the last one comes a day after the first. */
const pauses = [1 * minute, 5 * minute, 15 * minute, 30 * minute, 1 * hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour]
/** After so many tries of a message the next one is tried too: it may be this one alone that is not taken. */
const triesInOrder = 3
const longestWaitMs = hour
/** A webhook that fails for so long is switched off, unless it was quiet for a day and this is only a first failure again. */
const offAfterMs = 72 * hour
const quietMs = 24 * hour
const triesBeforeOff = 4

const about = (boardId: number) => `webhook of board ${boardId}`

export function createWebhookDelivery(
  { db, config, outgoing, log }: Pick<Deps, 'db' | 'config' | 'outgoing' | 'log'>,
  notified: (userIds: readonly number[]) => void,
): WebhookDelivery {
  const box = createSecretBox(config.secret)

  const claim = { quick: createClaimHook(db, 'quick'), slow: createClaimHook(db, 'slow') }

  const send = async (hook: HookRow, { message_id, body: stored }: DeliveryRow): Promise<Tried> => {
    const began = performance.now()
    const after = () => Math.round(performance.now() - began)
    try {
      const { body, headers } = write(hook.form, stored, { language: hook.language, site: config.publicUrl })
      const secret = box.open(hook.secret, about(hook.board_id))
      const { status, headers: answered } = await outgoing.send({
        url: box.open(hook.url, about(hook.board_id)),
        method: 'POST',
        headers: { ...headers, ...signatureHeaders(secret, message_id, new Date(), body) },
        body,
        timeout: timeoutMs,
        maxBytes: replyBytes,
      })
      const arrived = status >= 200 && status < 300
      const asked = status === 429 || status === 503 ? askedWaitMs(answered['retry-after'], longestWaitMs) : 0
      return {
        arrived,
        status,
        problem: null,
        ms: after(),
        gone: status === 410,
        ...(asked > 0 && { waitMs: asked }),
      }
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      return { arrived: false, status: null, problem: error.reason, ms: after() }
    }
  }

  /** When a message is tried again that has failed so many times; null for never. */
  const nextTry = (tries: number, { waitMs = 0 }: Tried): string | null => {
    const pause = pauses[tries - 1]
    return pause === undefined ? null : instant(Math.max(pause, waitMs))
  }

  const turnOff = async (hook: HookRow): Promise<void> => {
    const told = await db.transaction().execute(async (trx) => {
      if (!(await switchOff(trx, hook.id))) return []
      await dropWaiting(trx, hook.id)
      if (hook.set_by === null) return []
      const notice = {
        kind: 'webhook_off' as const,
        board_id: hook.board_id,
        actor_id: null,
        subject: hook.name || hook.masked_url,
        gather: `webhook-off:${hook.id}`,
        // Who administers the installation need not be on the board.
        watchers: new Set([hook.set_by]),
      }
      return addNotices(trx, notice, [hook.set_by])
    })
    log.warn({ board: hook.board_id, webhook: hook.id }, 'webhook switched off')
    notified(told)
  }

  const isOver = (hook: HookRow, tries: number, { gone }: Tried): boolean => {
    if (gone) return true
    if (hook.failing_since === null || hook.failing_since > instant(-offAfterMs)) return false
    return tries >= triesBeforeOff || (hook.failed_at !== null && hook.failed_at > instant(-quietMs))
  }

  /** Serves one claimed webhook. @returns until when it pauses, if its receiver does not answer */
  const serve = async (claimed: Claimed, isStopping: IsStopping): Promise<string | undefined> => {
    const until = Date.now() + roundMs
    let failedFirst: string | undefined
    let pausedUntil: string | undefined
    let sent = 0
    while (sent < roundMessages && Date.now() < until && !isStopping()) {
      const head = await findHead(db, claimed.id)
      if (!head) break
      const hook = await findHook(db, claimed.id)
      // A deleted board may come back, and what waits goes with it when it does not.
      if (!hook) break
      // Also when the person who answers for it lost the board since.
      if (!hook.active || hook.switched_off_at !== null) {
        await dropWaiting(db, claimed.id)
        break
      }
      const tried = await send(hook, head)
      const tries = head.tries + 1
      const next = tried.arrived ? null : nextTry(tries, tried)
      await noteOutcome(db, head.id, tried, next)
      if (tried.ms >= slowMs) await noteSlow(db, hook.id)
      if (tried.arrived) {
        sent += 1
        await noteArrived(db, hook.id)
        if (tried.ms >= slowMs) break
        continue
      }
      if (isOver(hook, tries, tried)) {
        await turnOff(hook)
        break
      }
      await noteFailing(db, hook.id)
      const pause = next ?? instant(pauses.at(-1) ?? hour)
      if (failedFirst !== undefined || tries < triesInOrder) {
        pausedUntil = failedFirst ?? pause
        break
      }
      failedFirst = pause
    }
    await prune(db, claimed.id)
    return pausedUntil
  }

  return {
    seal: (boardId, text) => box.seal(text, about(boardId)),
    sendNow: async (hook, delivery, retry) => {
      const tried = await send(hook, delivery)
      const noted = await noteOutcome(db, delivery.id, tried, tried.arrived || !retry ? null : nextTry(delivery.tries + 1, tried))
      if (tried.arrived && hook.failing_since !== null) {
        await noteArrived(db, hook.id)
        // What waits for it need not wait for the end of its pause.
        await wakeNow(db, hook.id)
      }
      return noted
    },
    deliver: (pace, isStopping) => {
      const serveOne = async (claimed: Claimed) => {
        const pausedUntil = await serve(claimed, isStopping)
        await db.transaction().execute((trx) => releaseHook(trx, claimed, pausedUntil))
      }
      return serveDue(placesOf[pace], claim[pace], serveOne, isStopping)
    },
  }
}
