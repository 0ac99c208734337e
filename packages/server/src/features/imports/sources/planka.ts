import type { boardColors } from '@rodada/contract/boards/settings'
import { dayOf } from '../../../platform/time.ts'
import { type OutsideChecklist, type OutsideRelation, type Reader, type Sink, Unreadable } from '../model.ts'
import { firstSign, type JsonPath, readJson } from './json-reader.ts'
import { instantOf, numberOf, type Thing, textOf, thingOf } from './values.ts'

/*
 * A board as the API of Planka answers it (`GET /api/boards/:id`): Planka has no export of its own. Answers about its cards may stand beside it in one
 * array: comments, actions, and the cards of the archive, which no answer about a board has. Version 1 keeps tasks at cards, and comments among the
 * actions; version 2 has lists of tasks, and lists by types.
 */

const kinds = [
  ...[
    'users',
    'projects',
    'boardMemberships',
    'labels',
    'lists',
    'cards',
    'cardMemberships',
    'cardLabels',
    'taskLists',
    'tasks',
    'attachments',
  ],
  ...['customFieldGroups', 'customFields', 'customFieldValues', 'comments', 'actions', 'cardRelations'],
] as const
type Kind = (typeof kinds)[number]

type Color = keyof typeof boardColors
/** Words in the names of its forty colours, the first that fits. */
const colors: [Color, RegExp][] = [
  ['pitanga', /red|burgundy|rust/],
  ['caju', /orange|pumpkin|autumn/],
  ['ipe', /yellow|sand|gold|cocoa|mud/],
  ['folha', /green|salad|grass|moss/],
  ['jabuticaba', /lilac|plum|tulip|lavender|berry/],
  ['petroleo', /lagoon|turquoise|coast|ocean/],
  ['azul', /blue|sky/],
  ['grafite', /grey|granite|concrete|stone|rock|metal|silver/],
]
const colorOf = (name: string): Color | undefined => colors.find(([, words]) => words.test(name))?.[0]

/** What hangs on cards and stands behind them in the file. */
type Hanging = {
  members: Map<string, Set<string>>
  labels: Map<string, Set<string>>
  values: Map<string, Map<string, string>>
  checklists: Map<string, OutsideChecklist>
  fields: Map<string, { name: string; group: string; on_card: boolean }>
  groups: Map<string, string>
  lists: Map<string, Thing>
  boards: Thing[]
}

export const readPlanka: Reader = async (path, sink, { timeZone }) => {
  const isMany = (await firstSign(path)) === '['
  const at = isMany ? '$.*' : '$'
  const paths = [`${at}.item`, `${at}.items.*`, ...kinds.map((kind) => `${at}.included.${kind}.*`)]
  const each = (read: (kind: Kind | 'board', thing: Thing) => void) =>
    readJson(path, paths, (where, value) => {
      const thing = thingOf(value)
      const kind = kindOf(where.slice(isMany ? 1 : 0), thing)
      if (kind) read(kind, thing)
    })

  const hanging: Hanging = {
    ...{
      members: new Map(),
      labels: new Map(),
      values: new Map(),
      checklists: new Map(),
      fields: new Map(),
      groups: new Map(),
      lists: new Map(),
      boards: [],
    },
  }
  await each((kind, thing) => gather(kind, thing, hanging))
  const [board] = hanging.boards
  if (!board) throw new Unreadable({ kind: 'foreign' })
  const seen = { cards: 0, archived: 0, moves: 0 }
  await each((kind, thing) => tell(kind, thing, { hanging, seen, sink, timeZone }))
  for (const [id, list] of hanging.lists) {
    const status = list.type === 'closed' ? 'concluida' : undefined
    if (!isBin(list)) sink.list({ id, title: textOf(list.name), position: numberOf(list.position) ?? 0, status })
  }
  // An answer about a board has none of its archive, and none of what was done.
  if (seen.archived === 0 && [...hanging.lists.values()].some(({ type }) => type === 'archive')) sink.leftOut('archive_missing')
  if (seen.moves === 0 && seen.cards > 0) sink.leftOut('history_missing', undefined, seen.cards)
  const names = Map.groupBy(hanging.fields.values(), ({ name }) => name)
  for (const [id, { name, group, on_card }] of hanging.fields) {
    const groupName = hanging.groups.get(group) ?? ''
    // Two groups may have fields of one name.
    const isTwice = (names.get(name)?.length ?? 0) > 1 && groupName !== ''
    sink.field({ id, name: isTwice ? `${groupName}: ${name}` : name, type: 'text', options: [], on_card })
  }
  for (const checklist of hanging.checklists.values()) if (checklist.items.length > 0) sink.checklist(checklist)
  sink.board({ id: textOf(board.id), title: textOf(board.name), description: '' })
}

/** What a thing is: by where it stands, and the items of other answers by what they have. */
function kindOf([top, second]: JsonPath, thing: Thing): Kind | 'board' | undefined {
  if (top === 'included') return kinds.find((kind) => kind === second)
  if ('listId' in thing && 'name' in thing) return 'cards'
  if (top === 'item') return 'projectId' in thing ? 'board' : undefined
  if ('cardId' in thing && 'text' in thing) return 'comments'
  if ('cardId' in thing && 'type' in thing && 'data' in thing) return 'actions'
  return undefined
}

function gather(kind: Kind | 'board', thing: Thing, hanging: Hanging): void {
  const [id, card] = [textOf(thing.id), textOf(thing.cardId)]
  // What hangs on one card may be all that a file has: nothing is looked for in it, and nothing copied.
  const push = (map: Map<string, Set<string>>, value: string) => void map.set(card, (map.get(card) ?? new Set()).add(value))
  switch (kind) {
    case 'board':
      hanging.boards.push(thing)
      break
    case 'lists':
      hanging.lists.set(id, thing)
      break
    case 'cardMemberships':
      push(hanging.members, textOf(thing.userId))
      break
    case 'cardLabels':
      push(hanging.labels, textOf(thing.labelId))
      break
    case 'customFieldGroups':
      hanging.groups.set(id, textOf(thing.name))
      break
    case 'customFields':
      hanging.fields.set(id, {
        name: textOf(thing.name),
        group: textOf(thing.customFieldGroupId),
        on_card: thing.showOnFrontOfCard === true,
      })
      break
    case 'customFieldValues':
      hanging.values.set(card, (hanging.values.get(card) ?? new Map()).set(textOf(thing.customFieldId), textOf(thing.content)))
      break
    case 'taskLists':
      hanging.checklists.set(id, {
        id,
        card,
        title: textOf(thing.name),
        position: numberOf(thing.position) ?? 0,
        items: itemsOf(hanging, id),
      })
      break
    case 'tasks':
      itemsOf(hanging, textOf(thing.taskListId) || `tasks ${card}`, card).push({
        title: textOf(thing.name),
        position: numberOf(thing.position) ?? 0,
        done: thing.isCompleted === true,
      })
      break
  }
}

/** The items of a checklist, which may stand before it. A card of version 1 has its tasks without one. */
function itemsOf({ checklists }: Hanging, id: string, card = ''): OutsideChecklist['items'] {
  const known = checklists.get(id) ?? { id, card, title: 'Checklist', position: 0, items: [] }
  checklists.set(id, known)
  return known.items
}

/** Its archive and its bin are lists, too. */
const isBin = ({ type }: Thing): boolean => type === 'archive' || type === 'trash'

type Seen = { cards: number; archived: number; moves: number }
type Telling = { hanging: Hanging; seen: Seen; sink: Sink; timeZone: string }

function tell(kind: Kind | 'board', thing: Thing, { hanging, seen, sink, timeZone }: Telling): void {
  const [id, card] = [textOf(thing.id), textOf(thing.cardId)]
  const [at, by] = [instantOf(thing.createdAt), textOf(thing.userId) || textOf(thing.creatorUserId) || undefined]
  switch (kind) {
    case 'users':
      sink.person({ id, name: textOf(thing.name) || textOf(thing.username), email: textOf(thing.email) || undefined })
      break
    case 'labels':
      sink.label({ id, name: textOf(thing.name) || textOf(thing.color), color: colorOf(textOf(thing.color)) })
      break
    case 'cards':
      tellCard(thing, { hanging, seen, sink, timeZone })
      break
    case 'attachments':
      tellFile(thing, sink)
      break
    case 'comments': {
      const edited_at = instantOf(thing.updatedAt)
      if (at) sink.comment({ id, card, by, at, text: textOf(thing.text), edited_at: edited_at === at ? undefined : edited_at })
      break
    }
    case 'actions': {
      const data = thingOf(thing.data)
      // In version 1 a comment is an action.
      if (!at) break
      if (thing.type === 'commentCard') sink.comment({ id, card, by, at, text: textOf(data.text) })
      if (thing.type === 'moveCard') seen.moves += 1
      if (thing.type === 'moveCard') sink.move({ id, card, at, by, from: listIn(data.fromList), to: listIn(data.toList) })
      if (thing.type === 'createCard') sink.start({ id, card, at, by, list: listIn(data.list) })
      break
    }
    case 'cardRelations':
      tellRelation(thing, sink)
      break
  }
}

const listIn = (value: unknown) => ({ id: textOf(thingOf(value).id), title: textOf(thingOf(value).name) })

function tellCard(card: Thing, { hanging, seen, sink, timeZone }: Telling): void {
  const { members, labels, values, lists } = hanging
  const [id, title] = [textOf(card.id), textOf(card.name)]
  const [start, due] = [instantOf(card.startDate), instantOf(card.dueDate)]
  const list = lists.get(textOf(card.listId))
  // What is in the bin was thrown away there.
  if (id === '' || list?.type === 'trash') return
  seen.cards += 1
  const isArchived = list?.type === 'archive'
  if (isArchived) seen.archived += 1
  const changed = instantOf(card.listChangedAt)
  const isDone = card.isDueCompleted === true || card.isClosed === true
  const stopwatch = numberOf(thingOf(card.stopwatch).total) ?? 0
  sink.card({
    ...{
      id,
      list: textOf(isArchived ? card.prevListId : card.listId),
      position: numberOf(card.position) ?? 0,
      title,
      description: textOf(card.description),
    },
    ...{ created_at: instantOf(card.createdAt), created_by: textOf(card.creatorUserId) || undefined },
    ...{ start_date: start && dayOf(start, timeZone), due_date: due && dayOf(due, timeZone) },
    ...{ status: isDone ? 'concluida' : undefined, completed_at: changed },
    archived_at: isArchived ? (changed ?? instantOf(card.updatedAt) ?? new Date().toISOString()) : undefined,
    ...{ members: [...(members.get(id) ?? [])], labels: [...(labels.get(id) ?? [])], values: Object.fromEntries(values.get(id) ?? []) },
    comment_count: numberOf(card.commentsTotal),
  })
  if (stopwatch > 0) sink.leftOut('worklogs', title)
  if (textOf(card.coverAttachmentId) !== '') sink.leftOut('covers', title)
}

/** A file or a link: of version 1 with its address beside its name, of version 2 in its data. */
function tellFile(file: Thing, sink: Sink): void {
  const data = thingOf(file.data)
  const [url, card] = [textOf(data.url) || textOf(file.url), textOf(file.cardId)]
  const [at, by] = [instantOf(file.createdAt), textOf(file.creatorUserId) || undefined]
  sink.link({ id: textOf(file.id), card, title: textOf(file.name), url, at, by, size: numberOf(data.size) })
  if (file.type !== 'link') sink.leftOut('files_as_links', textOf(file.name))
}

/** How its relations are called here, and whether the card that has it is the second. */
const relations = new Map<string, [OutsideRelation['kind'], boolean]>([
  ['parentOf', ['part_of', true]],
  ['childOf', ['part_of', false]],
  ['blocks', ['blocks', false]],
  ['blockedBy', ['blocks', true]],
  ['duplicate', ['duplicates', false]],
  ['related', ['relates_to', false]],
])
function tellRelation(relation: Thing, sink: Sink): void {
  const found = relations.get(textOf(relation.kind))
  if (!found) return
  const [kind, isTurned] = found
  const ends = [textOf(relation.cardId), textOf(relation.relatedCardId)] as const
  const [from, to] = isTurned ? [ends[1], ends[0]] : ends
  sink.relation({ id: `${from} ${kind} ${to}`, kind, from, to })
}
