import type { WorkStatus } from '@rodada/contract/core/fields'
import type { NewEntry } from '../activities/queries.ts'
import type { BundleCard } from './bundle-model.ts'
import type { Maps } from './queries.ts'

/** Lists by their ids here. */
export type Lists = ReadonlyMap<number, { title: string; status: WorkStatus; hidden: boolean }>

/** What became of a card before it came, as cards keep it. */
export type Past = {
  status: WorkStatus
  created_at: string
  updated_at: string
  started_at: string | null
  moved_at: string | null
  completed_at: string | null
}

const isStarted = (status: WorkStatus): boolean => status === 'em_andamento' || status === 'impedimento'

/** Where a card was, since when. */
type Stay = { at: string; list: { id: string; title: string }; by: string | undefined }

/** An instant of a file, which cannot be to come. */
export const notLater = (at: string, now: string): string => (at < now ? at : now)

/** Where a card was, one list after another; the file may know only the last of it. */
function staysOf(card: BundleCard, now: string): Stay[] {
  const first = card.moves[0]?.from ?? card.start?.list ?? { id: card.list, title: '' }
  const born = card.start?.at ?? card.created_at ?? card.moves[0]?.at ?? card.comments[0]?.at ?? now
  const made = { at: notLater(born, now), list: first, by: card.start?.by ?? card.created_by }
  const moves = card.moves.filter(({ at }) => at <= now).map(({ at, to, by }) => ({ at, list: to, by }))
  const stays = [made, ...moves]
  // It was moved while nobody wrote it down: what is true is where it is.
  if (stays.at(-1)?.list.id !== card.list) stays.push({ at: stays.at(-1)?.at ?? born, list: { id: card.list, title: '' }, by: undefined })
  return stays
}

const statusIn = ({ list }: Stay, maps: Maps, lists: Lists): WorkStatus => lists.get(maps.lists[list.id] ?? 0)?.status ?? 'pendente'

/**
 * The same card with nothing of its past still to come, whatever its file says: dates of the journal tell programs what is new. Not to be compared
 * with what the file said before, which is kept as it was said.
 */
export function notAfter(card: BundleCard, now: string): BundleCard {
  const { created_at, updated_at, started_at, moved_at, completed_at, archived_at, said_at } = card
  const said = { created_at, updated_at, started_at, moved_at, completed_at, archived_at, said_at }
  const bounded = Object.entries(said).flatMap(([name, at]) => (at === undefined ? [] : [[name, notLater(at, now)]]))
  return { ...card, ...Object.fromEntries(bounded) }
}

/** What of the past of a card stands on it. @param card as `notAfter` makes it */
export function pastOf(card: BundleCard, maps: Maps, lists: Lists, now: string): Past {
  const stays = staysOf(card, now)
  const status = card.status ?? lists.get(maps.lists[card.list] ?? 0)?.status ?? 'pendente'
  const last = stays.at(-1)
  const known = [card.archived_at, card.completed_at, card.said_at, last?.at].filter((at) => at !== undefined)
  const created_at = card.created_at ?? stays[0]?.at ?? now
  const done = stays.findLast(
    (stay, index) =>
      statusIn(stay, maps, lists) === 'concluida' && (index === 0 || statusIn(stays[index - 1] ?? stay, maps, lists) !== 'concluida'),
  )
  return {
    status,
    created_at,
    updated_at: card.updated_at ?? known.reduce((latest, at) => (at > latest ? at : latest), created_at),
    started_at:
      card.started_at ?? stays.find((stay) => isStarted(statusIn(stay, maps, lists)))?.at ?? (isStarted(status) ? created_at : null),
    moved_at: card.moved_at ?? last?.at ?? null,
    completed_at: status === 'concluida' ? (card.completed_at ?? done?.at ?? last?.at ?? created_at) : null,
  }
}

/** A card that was written, as far as its history says it. */
type Written = {
  id: number
  title: string
  estimate: number | null
  estimated_hours: number | null
  assignee_id: number | null
  archived_at: string | null
  sprint_id: number | null
}

/**
 * States of a card that figures of its sprint read, besides its first: the last ones. What was before a sprint came counts for none of its days, and a
 * file may say a thousand changes of each of two thousand cards.
 */
const statesInSprint = 10
const outside = { sprint_id: null, column_id: null, from_sprint_id: null, from_column_id: null }

type At = {
  boardId: number
  maps: Maps
  lists: Lists
  past: Past
  now: string
  quiet: boolean
  columnFor: (status: WorkStatus) => number | null
}

/**
 * What the journal says of a card that came: where it was and when, from which figures of flow are added up. What else changed of it nobody wrote
 * down, so it is told as it is now, and in the sprint that it is in: a sprint that lasts counts its days from the one on which it came.
 * @param at `quiet`: without lines, on a board where people would take them for news; `columnFor`: where a card of a status stands in its sprint
 */
export function entriesOf(card: BundleCard, written: Written, { boardId, maps, lists, past, now, quiet, columnFor }: At): NewEntry[] {
  const stays = staysOf(card, now)
  const { id, title, estimate, estimated_hours, assignee_id, sprint_id } = written
  const titleOf = ({ list }: Stay) => lists.get(maps.lists[list.id] ?? 0)?.title ?? list.title
  const entry = (stay: Stay, status: WorkStatus, shown: boolean): NewEntry => ({
    board_id: boardId,
    card_id: id,
    user_id: maps.people[stay.by ?? ''] ?? null,
    kind: 'card.state',
    subject: title,
    details: '{}',
    created_at: stay.at,
    of_card_id: id,
    list_id: maps.lists[stay.list.id] ?? null,
    sprint_id,
    column_id: columnFor(status),
    status,
    estimate,
    estimated_hours,
    assignee_id,
    shown: shown ? 1 : 0,
  })
  const wasIn = (stay: Stay, status: WorkStatus) => ({
    from_list_id: maps.lists[stay.list.id] ?? null,
    from_sprint_id: sprint_id,
    from_column_id: columnFor(status),
    from_status: status,
    from_estimate: estimate,
    from_assignee_id: assignee_id,
  })
  const entries = stays.map((stay, index): NewEntry => {
    const before = stays[index - 1]
    const status = statusIn(stay, maps, lists)
    const now = entry(stay, status, true)
    if (!before) return quiet ? now : { ...now, kind: 'card.created', details: JSON.stringify({ to: titleOf(stay) }) }
    const was = wasIn(before, statusIn(before, maps, lists))
    const told = quiet ? {} : { kind: 'card.moved' as const, details: JSON.stringify({ from: titleOf(before), to: titleOf(stay) }) }
    return { ...now, ...was, ...told }
  })
  const last = stays.at(-1)
  if (!last) return entries
  const isThere = written.archived_at === null && lists.get(maps.lists[card.list] ?? 0)?.hidden !== true
  const before = statusIn(last, maps, lists)
  const was = wasIn(last, before)
  // It was done where its list does not say so, or it went to the archive.
  const later = [
    ...(past.status === before ? [] : [{ ...entry({ ...last, at: past.completed_at ?? past.updated_at }, past.status, true), ...was }]),
    ...(isThere
      ? []
      : [
          {
            ...entry({ ...last, at: written.archived_at ?? now }, past.status, false),
            ...was,
            from_status: past.status,
            from_column_id: columnFor(past.status),
          },
        ]),
  ]
  const all = [...entries, ...later]
  return all.map((each, index) => (index === 0 || index >= all.length - statesInSprint ? each : { ...each, ...outside }))
}
