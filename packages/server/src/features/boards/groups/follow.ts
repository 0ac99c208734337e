import type { BoardMember } from '@rodada/contract/boards/boards'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { Work } from '../../../platform/work.ts'
import { addAudit } from '../../audit/queries.ts'
import { groupsSaid } from '../../auth/events.ts'
import { getUser } from '../../auth/queries.ts'
import { happened, memberAdded, memberRoleChanged } from '../events.ts'
import type { BoardLive } from '../live.ts'
import { addMember, setMemberRole } from '../members/queries.ts'
import { takeOffBoard } from '../members/write.ts'
import { type BoardRow, holdBoard } from '../queries.ts'
import type { Write } from '../write.ts'
import { findLeft, findRulesOf, findSeatsOf, isLastSaid, type RuleOfBoard, type RuleRow, type Seat } from './group-queries.ts'

/**
 * New places of one sign-in, which waits for each; who is owed more gets them at the next. Anybody may name a group that everybody is in, on hundreds of
 * boards.
 */
export const mostAdded = 50

type Place = { role: 'member' | 'guest'; group: string }
type Person = { userId: number; name: string }
type Said = { userId: number; groups: readonly string[]; saidAt: string; from: { address: string; userAgent: string } }

/** What the rules of one board give a person: the highest role, by the group that gives it already, else by the one that was named first. */
export function placeOf(rules: readonly Pick<RuleRow, 'name' | 'role'>[], byGroup: string | null): Place | undefined {
  const highest = rules.some(({ role }) => role === 'member') ? 'member' : 'guest'
  const best = rules.filter(({ role }) => role === highest)
  const rule = best.find(({ name }) => name === byGroup) ?? best[0]
  return rule && { role: rule.role, group: rule.name }
}

type Step = { do: 'add' | 'change'; place: Place } | { do: 'remove'; group: string } | undefined

/** What has to happen so that a seat is as the rules say. One that was given by hand is nobody's but theirs who gave it. */
function stepOf(seat: Pick<Seat, 'role' | 'by_group'> | undefined, rules: readonly RuleRow[], left: boolean): Step {
  const place = placeOf(rules, seat?.by_group ?? null)
  if (!seat) return place && !left ? { do: 'add', place } : undefined
  if (seat.by_group === null) return undefined
  if (!place) return { do: 'remove', group: seat.by_group }
  return seat.role === place.role && seat.by_group === place.group ? undefined : { do: 'change', place }
}

/** The boards of some rules, the first of each owner, then the second of each: nobody's many boards come before the team's one. */
function byTurns(rules: readonly RuleOfBoard[]): number[] {
  const seen = new Map<number, number>()
  const boards = [...new Map(rules.map(({ board_id, owner_id }) => [board_id, owner_id]))].map(([id, ownerId]) => {
    const turn = seen.get(ownerId) ?? 0
    seen.set(ownerId, turn + 1)
    return { id, turn }
  })
  return boards.sort((one, other) => one.turn - other.turn).map(({ id }) => id)
}

/** Gives a person who is on a board by a group the role that it gives. */
export async function changeByGroup(work: Work, board: BoardRow, { userId, name }: Person, { role, group }: Place): Promise<void> {
  await setMemberRole(work.trx, board.id, userId, role, group)
  await work.emit(happened, { board_id: board.id, kind: 'member.group_updated', subject: name, details: { to: group } })
  await work.emit(memberRoleChanged, { board, userId, role })
}

/** Lets the places of people follow what the provider says of their groups, each board by itself, before they have their session. */
export function followGroups({ db, engine, events, outbox, log }: Deps, live: BoardLive, write: Write): void {
  const trust = { mailed: outbox.enabled }

  events.onAnnounced(groupsSaid, async ({ userId, groups, saidAt, from }) => {
    const [rules, seats, left] = [await findRulesOf(db, groups), await findSeatsOf(db, userId), await findLeft(db, userId)]
    const bySeat = new Map(seats.map((seat) => [seat.board_id, seat]))
    const byBoard = Map.groupBy(rules, ({ board_id }) => board_id)
    let added = 0
    for (const boardId of new Set([...bySeat.keys(), ...byTurns(rules)])) {
      const step = stepOf(bySeat.get(boardId), byBoard.get(boardId) ?? [], left.has(boardId))
      if (!step || (step.do === 'add' && ++added > mostAdded)) continue
      try {
        if (await follow(boardId, { userId, groups, saidAt, from })) live.accessChanged(boardId, [userId])
      } catch (error) {
        // The board is full, or gone meanwhile. The others follow all the same.
        if (!(error instanceof AppError)) throw error
        log.warn({ boardId, why: error.id }, 'a group gave nobody a place on a board')
      }
    }
  })

  /** One board, as it and its rules are once it is held. @returns whether anything changed */
  const follow = (boardId: number, { userId, groups, saidAt, from }: Said) =>
    write(null, async (work) => {
      const { trx } = work
      const board = await holdBoard(trx, boardId)
      if (!(await isLastSaid(trx, engine, userId, saidAt, groups))) return { boardId, revision: null, result: false }
      const user = await getUser(trx, userId)
      const [seat] = await findSeatsOf(trx, userId, boardId)
      const step = stepOf(seat, await findRulesOf(trx, groups, boardId), (await findLeft(trx, userId)).has(boardId))
      if (!step || (step.do === 'add' && user.deactivated_at !== null)) return { boardId, revision: null, result: false }
      const person = { userId, name: user.name }
      if (step.do === 'remove') await takeOffBoard(work, board, { ...person, group: step.group }, trust)
      else if (step.do === 'change') await changeByGroup(work, board, person, step.place)
      else await addByGroup(work, board, person, step.place)
      const group = step.do === 'remove' ? step.group : step.place.group
      const details = { board: board.title, group, role: step.do === 'remove' ? 'none' : step.place.role }
      await addAudit(trx, { viewer: undefined, ...from }, { kind: 'account.group_followed', subject: user.email, details })
      return { boardId, revision: board.revision, result: true }
    })

  const addByGroup = async (work: Work, board: BoardRow, { userId, name }: Person, { role, group }: Place): Promise<BoardMember> => {
    const member = await addMember(work.trx, board.id, userId, role, trust, group)
    await work.emit(memberAdded, { board, userId, name, group })
    return member
  }
}
