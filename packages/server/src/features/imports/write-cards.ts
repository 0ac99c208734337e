import type { WorkStatus } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { oneLineText } from '@rodada/contract/core/plain-text'
import { texts } from '@rodada/contract/texts/texts'
import { translate } from '@rodada/contract/texts/translate'
import { ranksAtEnd } from '../../platform/order/queries.ts'
import type { Work } from '../../platform/work.ts'
import { addBrought } from '../activities/queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import { addBroughtEstimates } from '../cards/estimate-queries.ts'
import {
  insertAttachments,
  insertChecklists,
  insertComments,
  insertLabels,
  insertParticipants,
  insertValues,
} from '../cards/import-queries.ts'
import { cardsOfColumn, cardsOfList, storedPriority } from '../cards/queries.ts'
import { addRecurrences } from '../cards/recurrence/queries.ts'
import { addImported, showFields } from '../cards/write.ts'
import { today } from '../sprints/sprint-queries.ts'
import type { BundleCard, BundleHead } from './bundle-model.ts'
import { digestOf, digestOfChecklist } from './digest.ts'
import { entriesOf, type Lists, notAfter, notLater, type Past, pastOf } from './history-view.ts'
import type { LeftOut, OutsideRecurrence } from './model.ts'
import type { ImportRow, Maps } from './queries.ts'
import { type Known, noteChanges, noteSources } from './source-queries.ts'
import { columnKey } from './sprint-set-up.ts'
import { countTasks } from './sprint-source-queries.ts'

/** What the cards of one import share. */
export type Coming = {
  row: Pick<ImportRow, 'id' | 'user_id' | 'token_id' | 'source' | 'is_new' | 'choices'>
  head: BundleHead
  maps: Maps
  lists: Lists
  now: string
  /** What the tool is called. */
  tool: string
  /** How many cards may still be looked at for circles of relations. */
  looks: { cards: number }
}

const names = { trello: 'Trello', jira: 'Jira', planka: 'Planka', github: 'GitHub', csv: 'CSV', rodada: 'Rodada' } as const
export const toolName = (source: ImportRow['source']): string => names[source]

/** Who answers for a card, who takes part, and who has no account. */
export function peopleOf(
  card: BundleCard,
  { maps, head }: Coming,
): { assignee_id: number | null; participants: number[]; strangers: string[] } {
  const known = [...new Set(card.members.flatMap((id) => maps.people[id] ?? []))]
  const strangers = card.members
    .filter((id) => (maps.people[id] ?? null) === null)
    .map((id) => head.people.find((person) => person.id === id)?.name ?? (oneLineText(id) || '—'))
  const first = card.assignee === undefined ? known[0] : maps.people[card.assignee ?? '']
  const assignee_id = first ?? null
  const participants = known.filter((id) => id !== assignee_id)
  return { assignee_id, participants: participants.slice(0, limits.cardParticipants), strangers }
}

/** The notes of a card: who has no account stays there as a text. */
export function notesOf(card: BundleCard, strangers: readonly string[], { row, tool }: Coming): string {
  if (strangers.length === 0) return card.notes ?? ''
  const told = translate(texts.importPeopleNote, row.choices.language).replace('{tool}', tool).replace('{names}', strangers.join(', '))
  const notes = card.notes ? `${card.notes}\n${told}` : told
  return notes.length <= limits.cardNotes ? notes : `${notes.slice(0, limits.cardNotes - 1).toWellFormed()}…`
}

/** What a card has in the fields that came. */
export const valuesOf = (card: BundleCard, { head, maps }: Coming) =>
  Object.entries(card.values).flatMap(([id, value]) => {
    const [field, here] = [head.fields.find((known) => known.id === id), maps.fields[id]]
    if (!field || !here) return []
    const { type = field.type } = here
    const local = type === 'choice' ? here.options[String(value)] : type === 'person' ? (maps.people[String(value)] ?? undefined) : value
    return local === undefined ? [] : [{ field: { id: here.id, type, name: field.name }, value: local }]
  })

/** The ticks of a checklist, which say when only where somebody knows. */
export const itemsOf = (checklist: BundleCard['checklists'][number], at: string, now: string) =>
  checklist.items.map((item) => ({ title: item.title, completed_at: item.done ? notLater(item.done_at ?? at, now) : null }))

const nameOf = ({ head }: Coming, comment: BundleCard['comments'][number]): string =>
  head.people.find(({ id }) => id === comment.by)?.name ?? comment.name ?? '?'

export const commentOf = (coming: Coming, card_id: number, comment: BundleCard['comments'][number]) => ({
  card_id,
  user_id: coming.maps.people[comment.by ?? ''] ?? null,
  author_name: nameOf(coming, comment),
  content: comment.text,
  created_at: notLater(comment.at, coming.now),
  edited_at: comment.edited_at === undefined ? null : notLater(comment.edited_at, coming.now),
})

const isOver = ({ status }: Past): boolean => status === 'concluida' || status === 'cancelada'

/**
 * The sprint that a card comes to. One that had ended elsewhere keeps what was over by then, as those here do: of what was not, it is told where it
 * comes from.
 * @param sprints those that came
 */
function sprintOf({ planned }: BundleCard, past: Past, sprints: ReadonlyMap<string, BundleHead['sprints'][number]>) {
  const ended = planned ? sprints.get(planned.sprint)?.ended : undefined
  if (!planned || !ended || 'final' in ended) return { in: planned, from: undefined }
  const wasOver = isOver(past) && (past.completed_at ?? past.moved_at ?? past.created_at) <= ended.at
  return wasOver ? { in: planned, from: undefined } : { in: null, from: planned.sprint }
}

type Standing = { card: BundleCard; past: Past; planned: BundleCard['planned'] }

/** Where cards stand in the sprints that came: as they stood there, and at the end where that is no place. */
async function placesInSprints({ trx }: Work, cards: readonly Standing[], { maps, row }: Coming) {
  const places = new Map<BundleCard, { sprint_id: number; column_id: number; column_rank: string }>()
  const wanted = cards.flatMap(({ card, past, planned }) => {
    const { sprint = '', column = '', place = '' } = planned ?? {}
    const [sprint_id, column_id] = [maps.sprints[sprint], maps.columns[columnKey(sprint, column || past.status)]]
    return sprint_id && column_id ? [{ card, sprint_id, column_id, place }] : []
  })
  const found = row.is_new === 1 ? wanted : await withRoom(trx, wanted)
  for (const { card, place, ...where } of found) if (place !== '') places.set(card, { ...where, column_rank: place })
  const others = found.filter(({ place }) => place === '')
  for (const [column_id, own] of Map.groupBy(others, (each) => each.column_id)) {
    const free = await ranksAtEnd(trx, cardsOfColumn(column_id), own.length)
    for (const [index, { card, sprint_id }] of own.entries()) places.set(card, { sprint_id, column_id, column_rank: free[index] ?? '' })
  }
  return places
}

/** In which column of its sprint a card stands with a status. */
const columnsOf =
  ({ planned }: BundleCard, { sprint_id }: { sprint_id: number | null }, maps: Maps) =>
  (status: WorkStatus): number | null =>
    sprint_id === null || !planned ? null : (maps.columns[columnKey(planned.sprint, status)] ?? null)

/** Those for which their sprints have room. Of a board that is new the file was counted. */
export async function withRoom<Wanted extends { sprint_id: number }>(trx: Work['trx'], wanted: readonly Wanted[]): Promise<Wanted[]> {
  const taken = new Map(await countTasks(trx, [...new Set(wanted.map(({ sprint_id }) => sprint_id))]))
  return wanted.filter(({ sprint_id }) => {
    const n = (taken.get(sprint_id) ?? 0) + 1
    if (n <= limits.sprintTasks) taken.set(sprint_id, n)
    return n <= limits.sprintTasks
  })
}

/** Writes cards that were never brought, with all that is on them, at the end of their lists. @returns what is left out */
export async function addCards(work: Work, board: BoardRow, cards: readonly BundleCard[], coming: Coming): Promise<LeftOut[]> {
  if (cards.length === 0) return []
  const { trx } = work
  const { row, head, maps, lists, now } = coming
  // A board of this program that becomes one here is as it was; its journal comes behind its cards.
  const isWhole = row.is_new === 1 && head.board.settings !== undefined
  const ranks = new Map<BundleCard, string>()
  const sprints = new Map(head.sprints.map((sprint) => [sprint.id, sprint]))
  const standing = cards.map((card) => {
    const bounded = notAfter(card, now)
    const past = pastOf(bounded, maps, lists, now)
    const sprint = sprintOf(card, past, sprints)
    return { card, bounded, past, planned: sprint.in, from_sprint: sprint.from ?? (isWhole ? card.from_sprint : undefined) }
  })
  const places = await placesInSprints(work, standing, coming)
  for (const [list, own] of Map.groupBy(cards, (card) => maps.lists[card.list] ?? 0)) {
    const free = await ranksAtEnd(trx, cardsOfList(list), own.length)
    for (const [index, card] of own.entries()) ranks.set(card, free[index] ?? '')
  }
  const rows = standing.map(({ card, bounded, past, from_sprint }) => {
    const { strangers, ...people } = peopleOf(card, coming)
    const list_id = maps.lists[card.list] ?? 0
    const items = card.checklists.flatMap((checklist) => checklist.items)
    // Cards of an archived list are in the archive by themselves, where people look for them.
    const archived_at = bounded.archived_at ?? (lists.get(list_id)?.hidden && !isWhole ? now : null)
    const stored = {
      list_id,
      title: card.title,
      description: card.description,
      ...storedPriority(card.priority ?? 'none'),
      start_date: card.start_date ?? null,
      due_date: card.due_date ?? null,
      rank: ranks.get(card) ?? '',
      estimate: card.estimate ?? null,
      estimated_hours: card.hours ?? null,
      notes: notesOf(card, strangers, coming),
      assignee_id: people.assignee_id,
      ...(places.get(card) ?? { sprint_id: null, column_id: null, column_rank: isWhole ? (card.backlog_place ?? null) : null }),
      from_sprint_id: maps.sprints[from_sprint ?? ''] ?? null,
      comment_count: card.comments.length,
      checklist_total: items.length,
      checklist_done: items.filter(({ done }) => done).length,
      attachment_count: card.links.length,
      created_by: maps.people[card.created_by ?? card.start?.by ?? ''] ?? row.user_id,
      archived_at,
      number: row.is_new === 1 && head.board.keys ? (card.number ?? null) : null,
      ...past,
    }
    return { card, bounded, past, people, stored }
  })
  const ids = await addImported(
    work,
    board,
    rows.map(({ stored }) => stored),
  )
  const added = rows.map((each, index) => ({ ...each, id: ids[index] ?? 0 }))

  await insertLabels(
    trx,
    added.flatMap(({ id, card }) =>
      card.labels.flatMap((label) => (maps.labels[label] === undefined ? [] : [{ card_id: id, label_id: maps.labels[label] }])),
    ),
  )
  await insertParticipants(
    trx,
    added.flatMap(({ id, people }) => people.participants.map((user_id) => ({ card_id: id, user_id, board_id: board.id }))),
  )
  const values = added.flatMap(({ id, card }) => valuesOf(card, coming).map((value) => ({ card_id: id, ...value })))
  await insertValues(trx, values)
  const checklists = added.flatMap(({ id, card, past }) =>
    card.checklists.map((checklist) => ({
      card_id: id,
      checklist,
      title: checklist.title,
      items: itemsOf(checklist, past.updated_at, now),
    })),
  )
  const checklistIds = await insertChecklists(trx, checklists)
  const comments = added.flatMap(({ id, card }) =>
    card.comments.map((comment) => ({ source_id: comment.id, ...commentOf(coming, id, comment) })),
  )
  const commentIds = await insertComments(
    trx,
    comments.map(({ source_id: _, ...comment }) => comment),
  )
  await insertAttachments(
    trx,
    added.flatMap(({ id, card }) =>
      card.links.map(({ url, title, by, at }) => ({
        card_id: id,
        url,
        title,
        user_id: maps.people[by ?? ''] ?? row.user_id,
        created_at: notLater(at ?? now, now),
      })),
    ),
  )
  const quiet = row.is_new === 0
  if (!isWhole)
    await addBrought(
      trx,
      added.flatMap(({ id, card, bounded, past, stored }) =>
        entriesOf(
          bounded,
          { ...stored, id },
          { boardId: board.id, maps, lists, past, now, quiet, columnFor: columnsOf(card, stored, maps) },
        ),
      ),
    )
  await addBroughtEstimates(
    trx,
    added.flatMap(({ id, card }) => card.estimates.map((estimate) => estimateOf(id, estimate, coming))),
  )
  const surplus = await addRecurrences(
    trx,
    added.flatMap(({ id, card }) => (card.recurrence ? [recurrenceOf(id, card.recurrence, maps)] : [])),
    // Cards come again in the name of who brings them.
    { userId: row.user_id, today: today() },
  )
  if (values.length > 0) await showFields(work, board, [...new Set(values.map(({ card_id }) => card_id))])

  const of = { board_id: board.id, source: row.source }
  await noteSources(
    trx,
    of,
    'card',
    // The last line of a card notes the digest where there are several.
    added.map(({ id, card }) => ({ source_id: card.id, local_id: id, digest: card.digest === undefined ? digestOf(card) : '' })),
  )
  await noteSources(trx, of, 'estimate', moreToCome(row.id, added))
  await noteSources(
    trx,
    of,
    'checklist',
    checklists.map(({ checklist }, index) => ({
      ...{ source_id: checklist.id, local_id: checklistIds[index] ?? 0 },
      digest: digestOfChecklist(checklist),
    })),
  )
  await noteSources(
    trx,
    of,
    'comment',
    comments.map(({ source_id }, index) => ({ source_id, local_id: commentIds[index] ?? 0, digest: '' })),
  )
  if (row.is_new === 0)
    await noteChanges(
      trx,
      row.id,
      added.map(({ id, card }) => ({ kind: 'card', local_id: id, source_id: card.id, earlier: null })),
    )
  return surplus > 0 ? [{ kind: 'recurrences_surplus', count: surplus, subjects: [] }] : []
}

/** Cards whose further estimates come behind them, with the import that made them: only that one adds any, as one that was there has its own. */
const moreToCome = (importId: number, added: readonly { id: number; card: BundleCard }[]): Known[] =>
  added.flatMap(({ id, card }) => (card.more_estimates ? [{ source_id: card.id, local_id: id, digest: String(importId) }] : []))

export const estimateOf = (
  card_id: number,
  { estimate, average, votes, room_name, by, at }: BundleCard['estimates'][number],
  { maps, now }: Coming,
) => ({
  ...{ card_id, estimate, average, votes, room_name, user_id: maps.people[by ?? ''] ?? null, created_at: notLater(at, now) },
})

const recurrenceOf = (card_id: number, { list, is_done, ...rule }: OutsideRecurrence, maps: Maps) => ({
  ...rule,
  ...{ card_id, is_done: is_done ? 1 : 0, list_id: maps.lists[list ?? ''] ?? null },
})
