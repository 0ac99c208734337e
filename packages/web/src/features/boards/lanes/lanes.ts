import type { CardChange } from '@rodada/contract/cards/cards'
import type { CardParts } from '@rodada/contract/cards/relations'
import type { PersonSummary, Priority } from '@rodada/contract/core/fields'
import { t } from '../../../i18n/index.ts'
import type { KanbanColumnData } from '../../../ui/kanban/kanban-controller.ts'
import type { LaneKind } from '../session/board-look.ts'
import type { BoardState } from '../session/board-state.ts'

/** What a card becomes by being put into a lane. */
export type LaneSets = { assigned_user: PersonSummary | null } | { priority: Priority }

/** Of which cards those of the board are a part; null while that is not known. */
export type Parents = readonly CardParts[] | null

/** A row of a board that holds the cards of a person, of a priority, of a label or of a card that they are part of. */
export type Lane = {
  key: string
  name: string
  person?: PersonSummary | null
  color?: string
  /** null: a card stands here for another reason than a place, and is not put here. */
  sets: LaneSets | null
  /** What makes cards stand here, where they are not put. */
  why?: 'label' | 'parent'
}
/** The cards of a list in a lane. */
export type Cell = KanbanColumnData & {
  /** The list. */
  of: number
  laneKey: string
  /** How many cards it holds, also where they are not shown. */
  held: number
}
export type FilledLane = Lane & { cells: readonly Cell[]; count: number; points: number }

type Grouping = {
  lanes: (board: BoardState, parents: Parents) => Lane[]
  /** The lane of a card: each stands in one, so that it counts once. */
  keyOf: (board: BoardState, parents: Parents) => (card: CardChange) => string
  /** Whether a lane without cards is shown: where a card can be put. */
  showsEmpty: (board: BoardState) => boolean
}

/** As many people without a card as have a lane of their own. */
const emptyPeople = 20
const nobody = 'nobody'
const priorities: readonly Priority[] = ['urgent', 'high', 'medium', 'low', 'none']

const laneOf = (parent: CardParts['parent']): string => (parent ? `card ${parent.id}` : 'elsewhere')

const groupings: Record<LaneKind, Grouping> = {
  person: {
    lanes: ({ frame, cards }) => {
      const people = new Map(frame.members.map(({ user }) => [user.id, user]))
      // Somebody who left the board may still have cards.
      for (const { assigned_user } of cards.values())
        if (assigned_user && !people.has(assigned_user.id)) people.set(assigned_user.id, assigned_user)
      const lanes: Lane[] = [...people.values()].map((person) => ({
        key: String(person.id),
        name: person.name,
        person,
        sets: { assigned_user: person },
      }))
      return [...lanes, { key: nobody, name: t('kanban:filter.nobody'), person: null, sets: { assigned_user: null } }]
    },
    keyOf:
      () =>
      ({ assigned_user }) =>
        assigned_user ? String(assigned_user.id) : nobody,
    showsEmpty: ({ frame }) => frame.members.length <= emptyPeople,
  },
  priority: {
    lanes: () =>
      priorities.map((priority) => ({
        key: priority,
        name: priority === 'none' ? t('priority.unset') : t('priority.label', { priority: t(`priority.${priority}`) }),
        sets: { priority },
      })),
    keyOf:
      () =>
      ({ priority }) =>
        priority,
    showsEmpty: () => true,
  },
  label: {
    lanes: ({ frame }) => [
      ...frame.labels.map(({ id, name, color }): Lane => ({ key: String(id), name, color, sets: null, why: 'label' })),
      { key: nobody, name: t('looks:noLabel'), sets: null, why: 'label' },
    ],
    keyOf:
      ({ frame }) =>
      ({ label_ids }) =>
        String(frame.labels.find(({ id }) => label_ids.includes(id))?.id ?? nobody),
    showsEmpty: () => false,
  },
  parent: {
    lanes: ({ cards }, parents) => [
      ...(parents ?? []).map(({ parent }): Lane => {
        // What the board itself shows is known at once under another title.
        const title = parent && (cards.get(parent.id)?.title ?? parent.title)
        return { key: laneOf(parent), name: parent ? `${parent.key} · ${title}` : t('looks:elsewhere'), sets: null, why: 'parent' }
      }),
      { key: nobody, name: t('looks:noParent'), sets: null, why: 'parent' },
    ],
    keyOf: (_, parents) => {
      const lanes = new Map((parents ?? []).flatMap(({ parent, card_ids }) => card_ids.map((id) => [id, laneOf(parent)])))
      return ({ id }) => lanes.get(id) ?? nobody
    },
    showsEmpty: () => false,
  },
}

/**
 * The lanes of a board, with what is shown of its lists. A cell that holds the same as before is the same object.
 * @param cells those of before, by what they are; kept by the caller
 */
export function fillLanes(
  board: BoardState,
  columns: readonly KanbanColumnData[],
  { kind, parents = null }: { kind: LaneKind; parents?: Parents },
  cells: Map<string, Cell>,
): readonly FilledLane[] {
  const { lanes, keyOf, showsEmpty } = groupings[kind]
  const laneOfCard = keyOf(board, parents)
  const filled = new Map<string, number[]>()
  const sums = new Map<string, { count: number; points: number }>()
  for (const { id: listId, itemIds } of columns)
    for (const id of itemIds) {
      const card = board.cards.get(id)
      if (!card) continue
      const laneKey = laneOfCard(card)
      const own = `${laneKey} ${listId}`
      const ids = filled.get(own)
      if (ids) ids.push(id)
      else filled.set(own, [id])
      const sum = sums.get(laneKey) ?? { count: 0, points: 0 }
      sums.set(laneKey, { count: sum.count + 1, points: sum.points + (card.estimate ?? 0) })
    }
  const all = showsEmpty(board)
  return lanes(board, parents).flatMap((lane) => {
    const sum = sums.get(lane.key)
    if (!sum && !all) return []
    const own = columns.map(({ id: of, name: list, collapsed = false }) => {
      const key = `${lane.key} ${of}`
      const ids = filled.get(key) ?? []
      const itemIds = collapsed ? [] : ids
      const before = cells.get(key)
      const name = t('looks:cell', { list, lane: lane.name })
      const next = { id: before?.id ?? -1 - cells.size, name, itemIds, collapsed, of, laneKey: lane.key, held: ids.length }
      const isSame = before && before.name === name && before.held === next.held && before.itemIds.join() === itemIds.join()
      const cell = isSame ? before : next
      cells.set(key, cell)
      return cell
    })
    return [{ ...lane, cells: own, count: sum?.count ?? 0, points: sum?.points ?? 0 }]
  })
}

/** The card that one stands behind in its whole list when it is put at an index of a cell; undefined where the cell says nothing. */
export function placeInList(listIds: readonly number[], cellIds: readonly number[], index: number): number | null | undefined {
  if (cellIds.length === 0) return undefined
  const above = cellIds[index - 1]
  if (above !== undefined) return above
  const below = listIds.indexOf(cellIds[0] ?? 0)
  return listIds[below - 1] ?? null
}
