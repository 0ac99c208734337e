import { groupsApi } from '@rodada/contract/boards/groups'
import type { Deps } from '../../../platform/deps.ts'
import { allow } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import { personLimit } from '../../../platform/limits/person-limit.ts'
import { addAudit } from '../../audit/queries.ts'
import { happened } from '../events.ts'
import type { BoardLive } from '../live.ts'
import { takeOffBoard } from '../members/write.ts'
import { boardPolicy } from '../policy.ts'
import { changeBoard, getBoardAccess } from '../queries.ts'
import type { Write } from '../write.ts'
import { changeByGroup } from './follow.ts'
import { deleteRule, findRule, listRules, listSeatsByGroup, saveRule } from './group-queries.ts'

/** Which groups of the provider are on a board; for those who administer it. */
export function groupRoutes(route: Route, { db, outbox, limits }: Deps, live: BoardLive, write: Write): void {
  const trust = { mailed: outbox.enabled }
  // Everybody who is in the group is put on the board, without being asked.
  const named = personLimit(limits, 'groups-named', { points: 200, seconds: 24 * 3600, shared: true })

  route(groupsApi.list, async ({ viewer, params: { boardId } }) => {
    allow(boardPolicy.administer((await getBoardAccess(db, viewer, boardId)).role))
    return listRules(db, boardId)
  })

  route(groupsApi.set, async (context) => {
    const { viewer, params, body } = context
    await named.require(viewer)
    const { rule, people } = await write(viewer, async (work) => {
      const { trx } = work
      const board = await changeBoard(trx, viewer, params.boardId, boardPolicy.administer)
      const before = await findRule(trx, board.id, body.group)
      const seats = await listSeatsByGroup(trx, board.id, body.group)
      const people = seats.map(({ user_id }) => user_id)
      if (before?.role === body.role)
        return { boardId: board.id, revision: null, result: { rule: { ...before, user_ids: people }, people: [] } }
      const rule = await saveRule(trx, board.id, { name: body.group, role: body.role })
      // What a group gives is known of those who are there by it; who comes by it next, their sign-in says.
      for (const { user_id, name, role } of seats)
        if (role !== body.role) await changeByGroup(work, board, { userId: user_id, name }, { role: body.role, group: body.group })
      await work.emit(happened, { board_id: board.id, kind: 'group.set', subject: body.group })
      const details = { board: board.id, group: body.group, role: body.role, people: people.length }
      await addAudit(trx, context, { kind: 'group.set', subject: board.title, details })
      return { boardId: board.id, revision: board.revision, result: { rule: { ...rule, user_ids: people }, people } }
    })
    live.accessChanged(params.boardId, people)
    return { id: rule.id, group: rule.name, role: rule.role, user_ids: rule.user_ids }
  })

  route(groupsApi.remove, async (context) => {
    const { viewer, params } = context
    const people = await write(viewer, async (work) => {
      const { trx } = work
      const board = await changeBoard(trx, viewer, params.boardId, boardPolicy.administer)
      const { name: group } = await deleteRule(trx, board.id, params.ruleId)
      const seats = await listSeatsByGroup(trx, board.id, group)
      for (const { user_id, name } of seats) await takeOffBoard(work, board, { userId: user_id, name, group }, trust)
      await work.emit(happened, { board_id: board.id, kind: 'group.removed', subject: group })
      const details = { board: board.id, group, people: seats.length }
      await addAudit(trx, context, { kind: 'group.removed', subject: board.title, details })
      return { boardId: board.id, revision: board.revision, result: seats.map(({ user_id }) => user_id) }
    })
    live.accessChanged(params.boardId, people)
    return {}
  })
}
