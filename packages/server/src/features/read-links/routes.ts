import { type PublicBoard, readLinksApi } from '@rodada/contract/boards/read-links'
import type { Deps } from '../../platform/deps.ts'
import { allow, isStorageFull, notFound, unauthorized } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import { SharedAnswer } from '../../platform/http/shared-answers.ts'
import { sessionOf } from '../../platform/http/viewer.ts'
import { readPage } from '../../platform/limits/page-turns.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts'
import { keepBusy } from '../../platform/work-time.ts'
import { addAudit } from '../audit/queries.ts'
import { lockSession } from '../auth/sessions/session-queries.ts'
import { happened } from '../boards/events.ts'
import { listLabels } from '../boards/label-queries.ts'
import { boardPolicy } from '../boards/policy.ts'
import { changeBoard, getBoardAccess } from '../boards/queries.ts'
import type { Write } from '../boards/write.ts'
import { countPublicCards, listPublicCardLabels, listPublicCards, listPublicLists, listPublicPeople } from './board-queries.ts'
import { publicBoard } from './board-view.ts'
import { addLink, deleteLink, findOpenLink, listLinks, noteRead, type OpenLink } from './link-queries.ts'

/** Where the page of a link is. */
const publicPage = '/publico/'

/** Public links of boards, for who writes there, and what they open. */
export function readLinkRoutes(route: Route, { db, config, limits }: Pick<Deps, 'db' | 'config' | 'limits'>, write: Write): void {
  const made = personLimit(limits, 'links-made', { points: 30, seconds: 3600, shared: true })
  const readOfNetwork = limits('public-reads-network', { points: 1200, seconds: 600 })
  const readFrom = limits('public-reads', { points: 120, seconds: 600 })

  route(readLinksApi.list, async ({ viewer, params: { boardId } }) => {
    allow(boardPolicy.write((await getBoardAccess(db, viewer, boardId)).role))
    return listLinks(db, boardId)
  })

  route(readLinksApi.create, async (context) => {
    const { viewer, params, body } = context
    await made.require(viewer)
    const secret = newSecret()
    const id = await write(viewer, async (work) => {
      const { trx } = work
      const board = await changeBoard(trx, viewer, params.boardId)
      // It outlives the session, so none begins when the session has just ended.
      if (!(await lockSession(trx, viewer.userId, sessionOf(viewer)))) throw unauthorized()
      const link = { boardId: board.id, userId: viewer.userId, names: body.names, days: body.expires_in_days }
      const id = await addLink(trx, { ...link, secretHash: hashSecret(secret) })
      await work.emit(happened, { board_id: board.id, kind: 'link.created', subject: '' })
      const details = { board: board.id, names: body.names ? 1 : 0, ...(body.expires_in_days !== null && { days: body.expires_in_days }) }
      await addAudit(trx, context, { kind: 'link.created', subject: board.title, details })
      return { boardId: board.id, revision: board.revision, result: id }
    })
    return { id, url: `${(config.publicUrl ?? context.origin).replace(/\/$/, '')}${publicPage}${secret}` }
  })

  route(readLinksApi.remove, (context) => {
    const { viewer, params } = context
    return write(viewer, async (work) => {
      const board = await changeBoard(work.trx, viewer, params.boardId)
      if (!(await deleteLink(work.trx, board.id, params.linkId))) throw notFound()
      await work.emit(happened, { board_id: board.id, kind: 'link.deleted', subject: '' })
      await addAudit(work.trx, context, { kind: 'link.deleted', subject: board.title, details: { board: board.id } })
      return { boardId: board.id, revision: board.revision, result: {} }
    })
  })

  route(readLinksApi.read, async ({ params, address, setHeader }) => {
    setHeader('x-robots-tag', 'noindex, nofollow')
    await requirePoints(readOfNetwork, address)
    const link = await findOpenLink(db, hashSecret(params.secret))
    if (!link) throw notFound()
    await requirePoints(readFrom, `${link.id} ${address}`)
    await noteRead(db, link.id).catch((error: unknown) => {
      // Reading goes on while the database takes no writes.
      if (!isStorageFull(error)) throw error
    })
    // Many may be given the same link: a board is made for strangers once, until it changes.
    return new SharedAnswer(`${link.board_id} ${link.revision} ${link.names}`, () => read(link))
  })

  const read = (link: OpenLink): Promise<PublicBoard> =>
    readPage(`public board ${link.board_id}`, async () => {
      const { board_id: boardId } = link
      const rows = {
        lists: await listPublicLists(db, boardId),
        cards: await listPublicCards(db, boardId),
        labels: await listLabels(db, boardId),
        onCards: await listPublicCardLabels(db, boardId),
        people: link.names === 1 ? await listPublicPeople(db, boardId) : [],
        count: await countPublicCards(db, boardId),
      }
      return keepBusy(() => publicBoard(link, rows))
    })
}
