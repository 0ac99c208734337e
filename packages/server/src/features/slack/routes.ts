import { slackApi } from '@rodada/contract/slack'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { allow, conflict, invalid } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { OutgoingError } from '../../platform/outgoing.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import { boardPolicy } from '../boards/policy.ts'
import { changeBoard, getBoardAccess } from '../boards/queries.ts'
import type { SlackDelivery } from './delivery.ts'
import { deleteHook, findHook, hookView, noteFailing, putHook, wordsOf } from './queries.ts'

/** Enough to know it again: where it leads and how it ends. */
const masked = (url: string): string => `${new URL(url).host}/…${url.slice(-4)}`

/** Where a board tells its news. */
export function slackRoutes(route: Route, deps: Deps, slack: SlackDelivery): void {
  const { db, outgoing } = deps
  /** Each is a request to an address that somebody chose. */
  const tries = deps.limits('slack-tries', { points: 30, seconds: 10 * 60, shared: true })
  const count = async (userId: number) => {
    const wait = await tries.take(String(userId))
    if (wait !== undefined) throw tooMany(wait)
  }

  const administers = async (viewer: Parameters<typeof getBoardAccess>[1], boardId: number) => {
    const board = await getBoardAccess(db, viewer, boardId)
    allow(boardPolicy.administer(board.role))
    return board
  }

  route(slackApi.get, async ({ viewer, params: { boardId } }) => {
    await administers(viewer, boardId)
    const hook = await findHook(db, boardId)
    return { hook: hook ? hookView(hook) : null }
  })

  route(slackApi.save, async ({ viewer, params: { boardId }, body: { url, ...switches } }) => {
    await administers(viewer, boardId)
    if (url !== undefined) {
      await count(viewer.userId)
      await outgoing.check(url).catch((error: unknown) => {
        if (!(error instanceof OutgoingError)) throw error
        throw invalid({ url: error.reason === 'address' ? texts.slackUrlRefused : texts.slackUrlUnknown })
      })
    }
    return db.transaction().execute(async (trx) => {
      await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      const before = await findHook(trx, boardId)
      const address = url === undefined ? before : { url: slack.seal(boardId, url), masked_url: masked(url) }
      if (!address) throw invalid({ url: texts.slackMissing })
      if (url !== undefined) await noteFailing(trx, boardId, false)
      const wanted = { sprint_ended: true, vote_finished: true, card_done: true, ...(before && hookView(before)), ...given(switches) }
      return hookView(await putHook(trx, boardId, { url: address.url, masked_url: address.masked_url }, wanted))
    })
  })

  route(slackApi.remove, ({ viewer, params: { boardId } }) =>
    db.transaction().execute(async (trx) => {
      await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      await deleteHook(trx, boardId)
      return {}
    }),
  )

  route(slackApi.test, async ({ viewer, params: { boardId } }) => {
    const board = await administers(viewer, boardId)
    await count(viewer.userId)
    const hook = await findHook(db, boardId)
    if (!hook) throw conflict(texts.slackMissing)
    const { result } = await slack.send(boardId, hook.url, (await wordsOf(db, boardId)).test(board.title))
    await noteFailing(db, boardId, result === 'refused')
    if (result !== 'sent') throw conflict(result === 'refused' ? texts.slackRefused : texts.slackUnreachable)
    return {}
  })
}

const given = <T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
