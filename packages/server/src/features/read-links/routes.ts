import { type PublicBoard, type PublicReport, readLinksApi } from '@rodada/contract/boards/read-links'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, allow, isStorageFull, notFound, unauthorized } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import { SharedAnswer } from '../../platform/http/shared-answers.ts'
import { readPage } from '../../platform/limits/page-turns.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts'
import { keepBusy } from '../../platform/work-time.ts'
import { addAudit } from '../audit/queries.ts'
import { findActor } from '../auth/queries.ts'
import { requireSession } from '../auth/sessions/session-queries.ts'
import { happened } from '../boards/events.ts'
import { listLabels } from '../boards/label-queries.ts'
import { boardPolicy } from '../boards/policy.ts'
import { changeBoard, getBoardAccess } from '../boards/queries.ts'
import type { Write } from '../boards/write.ts'
import { hasLongJournal, listEnded } from '../sprints/reports/queries.ts'
import { readReport } from '../sprints/reports/report-queries.ts'
import { velocityView } from '../sprints/reports/view.ts'
import { today } from '../sprints/sprint-queries.ts'
import { countPublicCards, listPublicCardLabels, listPublicCards, listPublicLists, listPublicPeople } from './board-queries.ts'
import { publicBoard } from './board-view.ts'
import { addLink, deleteLink, findOpenLink, listLinks, noteRead, type OpenLink } from './link-queries.ts'
import { findPublicSprint, listPublicAssignees } from './report-queries.ts'
import { publicReport } from './report-view.ts'

/** Where the page of a link is. */
const publicPage = '/publico/'

/** Public links of boards, for who writes there, and what they open. */
export function readLinkRoutes(
  route: Route,
  { db, reads, config, limits }: Pick<Deps, 'db' | 'reads' | 'config' | 'limits'>,
  write: Write,
): void {
  const made = personLimit(limits, 'links-made', { points: 30, seconds: 3600, shared: true })
  const readFrom = limits('public-reads', { points: 120, seconds: 600 })
  const strays = limits('public-strays', { points: 1200, seconds: 600 })

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
      await requireSession(trx, viewer)
      // Who lost their role just before the account was held would get the link back with the role.
      const actor = await findActor(trx, viewer)
      if (!actor) throw unauthorized()
      allow(boardPolicy.write((await getBoardAccess(trx, actor, board.id)).role))
      const sprint = body.sprint_id === null ? null : await findPublicSprint(trx, body.sprint_id, board.id)
      if (sprint === undefined) throw new AppError('not_found', texts.sprintNotFound)
      const link = { boardId: board.id, sprintId: body.sprint_id, userId: viewer.userId, names: body.names, days: body.expires_in_days }
      const id = await addLink(trx, { ...link, secretHash: hashSecret(secret) })
      const kind = sprint ? ('link.report_created' as const) : ('link.created' as const)
      await work.emit(happened, { board_id: board.id, kind, subject: sprint?.name ?? '' })
      const details = {
        board: board.id,
        ...(sprint && { sprint: sprint.id }),
        names: body.names ? 1 : 0,
        ...(body.expires_in_days !== null && { days: body.expires_in_days }),
      }
      await addAudit(trx, context, { kind: 'link.created', subject: board.title, details })
      return { boardId: board.id, revision: board.revision, result: id }
    })
    return { id, url: `${(config.publicUrl ?? context.origin).replace(/\/$/, '')}${publicPage}${secret}` }
  })

  route(readLinksApi.remove, (context) => {
    const { viewer, params } = context
    return write(viewer, async (work) => {
      const board = await changeBoard(work.trx, viewer, params.boardId)
      const link = await deleteLink(work.trx, board.id, params.linkId)
      if (!link) throw notFound()
      const sprint = link.sprint_id === null ? undefined : await findPublicSprint(work.trx, link.sprint_id, board.id)
      const kind = sprint ? ('link.report_deleted' as const) : ('link.deleted' as const)
      await work.emit(happened, { board_id: board.id, kind, subject: sprint?.name ?? '' })
      const details = { board: board.id, ...(sprint && { sprint: sprint.id }) }
      await addAudit(work.trx, context, { kind: 'link.deleted', subject: board.title, details })
      return { boardId: board.id, revision: board.revision, result: {} }
    })
  })

  route(readLinksApi.read, async ({ params, address, setHeader }) => {
    setHeader('x-robots-tag', 'noindex, nofollow')
    const link = await findOpenLink(db, hashSecret(params.secret))
    if (!link) {
      // Only what leads nowhere is counted together: who makes secrets up keeps nobody of the network from opening a link.
      await requirePoints(strays, address)
      throw notFound()
    }
    await requirePoints(readFrom, `${link.id} ${address}`)
    await noteRead(db, link.id).catch((error: unknown) => {
      // Reading goes on while the database takes no writes.
      if (!isStorageFull(error)) throw error
    })
    // Many may be given the same link: a board is made for strangers once, until it changes, and a report also until the day is over.
    const { sprint_id: sprintId, board_id: boardId, revision, names } = link
    if (sprintId === null) return new SharedAnswer(`board ${boardId} ${revision} ${names}`, () => read(link, address))
    const day = today()
    return new SharedAnswer(`report ${sprintId} ${revision} ${names} ${day}`, () => readReportOf(link, sprintId, { day, address }))
  })

  const read = (link: OpenLink, address: string): Promise<PublicBoard> =>
    readPage({ address, whose: `public board ${link.board_id}` }, async () => {
      const { board_id: boardId } = link
      const cards = await listPublicCards(db, boardId)
      const cardIds = cards.map(({ id }) => id)
      const rows = {
        lists: await listPublicLists(db, boardId),
        cards,
        labels: await listLabels(db, boardId),
        onCards: await listPublicCardLabels(db, cardIds),
        people: link.names === 1 ? await listPublicPeople(db, cardIds) : [],
        count: await countPublicCards(db, boardId),
      }
      return keepBusy(() => publicBoard(link, rows))
    })

  const readReportOf = (link: OpenLink, sprintId: number, { day, address }: { day: string; address: string }): Promise<PublicReport> =>
    readPage({ address, whose: `public report ${sprintId}` }, async () => {
      const sprint = await findPublicSprint(db, sprintId, link.board_id)
      if (!sprint) throw notFound()
      const parts = {
        ...(await readReport((await hasLongJournal(db, sprint.id)) ? reads : db, sprint, day)),
        velocity: velocityView(await listEnded(db, link.board_id)),
        // What a sprint left behind when it ended is somebody's elsewhere.
        people: link.names === 1 && sprint.ended_at === null ? await listPublicAssignees(db, sprintId) : [],
      }
      const people = new Map(parts.people.map(({ card_id, name }) => [card_id, name]))
      return keepBusy(() => publicReport(link, { ...parts, sprint, day, people }))
    })
}
