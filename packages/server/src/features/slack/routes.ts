import { slackApi } from '@rodada/contract/integrations/slack'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { allow, conflict, invalid } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import { maskedUrl } from '../../platform/http/masked-url.ts'
import { OutgoingError } from '../../platform/http/outgoing.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import { noteIntegration } from '../activities/write.ts'
import { boardPolicy } from '../boards/policy.ts'
import { changeBoard, getBoardAccess } from '../boards/queries.ts'
import type { SlackDelivery } from './delivery.ts'
import { deleteHook, findHook, getHook, hookView, noteFailing, putHook, wordsOf } from './queries.ts'

/** A board's Slack address. */
export function slackRoutes(route: Route, deps: Deps, slack: SlackDelivery): void {
  const { db, outgoing } = deps
  /** Each is a request to an address that a person chose. */
  const tries = personLimit(deps.limits, 'slack-tries', { points: 30, seconds: 10 * 60, shared: true })

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

  route(slackApi.save, async ({ params: { boardId }, body: { url, confirm, ...switches }, ...actor }) => {
    const { viewer } = actor
    await administers(viewer, boardId)
    if (url !== undefined) {
      await tries.require(viewer)
      // One text for every reason, because the difference would reveal names and machines of the inner network.
      await outgoing.check(url).catch((error: unknown) => {
        throw error instanceof OutgoingError ? invalid({ url: texts.slackUrlRefused }) : error
      })
    }
    return db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      const before = await findHook(trx, boardId)
      const address = url === undefined ? before : { url: slack.seal(boardId, url), masked_url: maskedUrl(url) }
      if (!address) throw invalid({ url: texts.slackMissing })
      if (url !== undefined) await noteFailing(trx, boardId, false)
      const view = before && hookView(before)
      const wanted = { sprint_ended: true, vote_finished: true, card_done: true, ...view, ...given(switches) }
      // A person who changes only a switch does not answer for an address that another one chose.
      const set_by = url !== undefined || confirm ? viewer.userId : (before?.set_by ?? null)
      await putHook(trx, boardId, { url: address.url, masked_url: address.masked_url, set_by }, wanted)
      const act = url !== undefined ? 'integration.set' : confirm ? 'integration.confirmed' : 'integration.changed'
      await noteIntegration(trx, actor, board, { kind: act, service: 'Slack', to: address.masked_url })
      return hookView(await getHook(trx, boardId))
    })
  })

  route(slackApi.remove, ({ params: { boardId }, ...actor }) =>
    db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, actor.viewer, boardId, boardPolicy.administer)
      const before = await findHook(trx, boardId)
      await deleteHook(trx, boardId)
      if (before) await noteIntegration(trx, actor, board, { kind: 'integration.removed', service: 'Slack', to: before.masked_url })
      return {}
    }),
  )

  route(slackApi.test, async ({ viewer, params: { boardId } }) => {
    const board = await administers(viewer, boardId)
    await tries.require(viewer)
    const hook = await findHook(db, boardId)
    if (!hook) throw conflict(texts.slackMissing)
    if (!hook.active) throw conflict(texts.slackStopped)
    const { result } = await slack.send(boardId, hook.url, (await wordsOf(db, boardId)).test(board.title))
    await noteFailing(db, boardId, result !== 'sent')
    if (result !== 'sent') throw conflict(texts.slackRefused)
    return {}
  })
}

const given = <T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
