import type { boardColors } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { dayOf } from '../../../platform/time.ts'
import type { OutsideField, OutsidePerson, Reader, Sink } from '../model.ts'
import { Unreadable } from '../model.ts'
import { type JsonPath, readJson } from './json-reader.ts'
import { isTrelloFile } from './trello-files.ts'
import { instantOf, listOf, numberOf, type Thing, textOf, thingOf } from './values.ts'

/*
 * A board as Trello exports it (Menu, Print, export and share, Export as JSON). It has up to a thousand actions, the newest: comments and moves
 * before them are not in it.
 */

const wanted = ['id', 'name', 'desc', 'closed'].map((name) => `$.${name}`)
const lists = ['actions', 'cards', 'lists', 'labels', 'members', 'checklists', 'customFields', 'pluginData'].map((name) => `$.${name}.*`)

/** As many actions as an export has at most. */
const mostActions = 1000

type Color = keyof typeof boardColors
const colors = new Map<string, Color>(
  Object.entries({
    green: 'folha',
    yellow: 'ipe',
    orange: 'caju',
    red: 'pitanga',
    purple: 'jabuticaba',
    blue: 'azul',
    sky: 'petroleo',
    lime: 'folha',
    pink: 'jabuticaba',
    black: 'grafite',
  } as const),
)
/** 'green_dark' is green, too. */
const colorOf = (value: unknown): Color | undefined => colors.get(textOf(value).split('_')[0] ?? '')

/** Labels without a name show their colour there. */
const colorNames = new Map(
  Object.entries({
    green: 'Verde',
    yellow: 'Amarelo',
    orange: 'Laranja',
    red: 'Vermelho',
    purple: 'Roxo',
    blue: 'Azul',
    sky: 'Azul claro',
    lime: 'Lima',
    pink: 'Rosa',
    black: 'Preto',
  }),
)

/** The first eight digits of an id are the second in which it was made. */
function madeAt(id: string): string | undefined {
  if (!/^[0-9a-f]{24}$/i.test(id)) return undefined
  return instantOf(new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString())
}

const listIn = (value: unknown) => ({ id: textOf(thingOf(value).id), title: textOf(thingOf(value).name) })

export const readTrello: Reader = async (path, sink, { timeZone }) => {
  const board = { id: '', title: '', description: '' }
  const others = new Map<string, OutsidePerson>()
  const seen = { cards: 0, lists: 0, actions: 0, plugins: 0 }
  const sources: Record<string, (thing: Thing) => void> = {
    cards: (card) => {
      seen.cards += 1
      readCard(card, sink, timeZone)
    },
    lists: (list) => {
      seen.lists += 1
      const id = textOf(list.id)
      const archived_at = list.closed === true ? (instantOf(list.dateLastActivity) ?? new Date().toISOString()) : undefined
      const limit = numberOf(list.softLimit)
      sink.list({
        id,
        title: textOf(list.name),
        position: numberOf(list.pos) ?? 0,
        archived_at,
        wip_limit: limit && limit > 0 ? limit : undefined,
      })
    },
    labels: (label) => {
      const color = textOf(label.color)
      const name = textOf(label.name) || colorNames.get(color.split('_')[0] ?? '') || color
      if (name !== '') sink.label({ id: textOf(label.id), name, color: colorOf(color) })
    },
    members: (member) => sink.person(personOf(member)),
    checklists: (checklist) => {
      const items = listOf(checklist.checkItems).map((value) => {
        const item = thingOf(value)
        return { title: textOf(item.name), position: numberOf(item.pos) ?? 0, done: item.state === 'complete' }
      })
      const [id, card] = [textOf(checklist.id), textOf(checklist.idCard)]
      sink.checklist({ id, card, title: textOf(checklist.name), position: numberOf(checklist.pos) ?? 0, items })
    },
    customFields: (field) => readField(field, sink),
    actions: (action) => {
      seen.actions += 1
      const creator = thingOf(action.memberCreator)
      // Who left the board is still named by what they did. Members come behind the actions, and say more of themselves.
      if (textOf(creator.id) !== '' && others.size < limits.importPeople) others.set(textOf(creator.id), personOf(creator))
      readAction(action, sink)
    },
    pluginData: () => {
      seen.plugins += 1
    },
  }
  await readJson(path, [...wanted, ...lists], ([name = '', index]: JsonPath, value) => {
    if (index !== undefined) return sources[name]?.(thingOf(value))
    if (name === 'id') board.id = textOf(value)
    if (name === 'name') board.title = textOf(value)
    if (name === 'desc') board.description = textOf(value)
    if (name === 'closed' && value === true) sink.leftOut('archived_board')
  })
  if (seen.lists === 0 && seen.cards === 0) throw new Unreadable({ kind: 'foreign' })
  for (const person of others.values()) sink.person(person)
  sink.board(board)
  if (seen.actions >= mostActions) sink.leftOut('history_short')
  if (seen.plugins > 0) sink.leftOut('plugins', undefined, seen.plugins)
  // No export has them.
  sink.leftOut('automations')
}

/** Exports seldom say addresses; those that a program made may. */
const personOf = (member: Thing) => ({
  id: textOf(member.id),
  name: textOf(member.fullName) || textOf(member.username),
  email: textOf(member.email) || undefined,
})

function readCard(card: Thing, sink: Sink, timeZone: string): void {
  const [id, title] = [textOf(card.id), textOf(card.name)]
  const [start, due] = [instantOf(card.start), instantOf(card.due)]
  const badges = thingOf(card.badges)
  const values: Record<string, string | number | boolean> = {}
  for (const value of listOf(card.customFieldItems)) {
    const item = thingOf(value)
    const found = customValue(item, timeZone)
    if (found !== undefined) values[textOf(item.idCustomField)] = found
  }
  const isDone = card.dueComplete === true
  sink.card({
    id,
    list: textOf(card.idList),
    position: numberOf(card.pos) ?? 0,
    title,
    description: textOf(card.desc),
    created_at: madeAt(id),
    archived_at:
      card.closed === true ? (instantOf(card.dateClosed) ?? instantOf(card.dateLastActivity) ?? new Date().toISOString()) : undefined,
    start_date: start && dayOf(start, timeZone),
    due_date: due && dayOf(due, timeZone),
    status: isDone ? 'concluida' : undefined,
    completed_at: isDone ? (instantOf(card.dateCompleted) ?? instantOf(card.dateLastActivity)) : undefined,
    members: listOf(card.idMembers).map(textOf),
    labels:
      listOf(card.idLabels).length > 0 ? listOf(card.idLabels).map(textOf) : listOf(card.labels).map((label) => textOf(thingOf(label).id)),
    values,
    comment_count: numberOf(badges.comments),
  })
  // An export of one's own making has them at the card.
  for (const value of listOf(card.checklists)) {
    const checklist = thingOf(value)
    const items = listOf(checklist.checkItems).map((entry) => {
      const item = thingOf(entry)
      return { title: textOf(item.name), position: numberOf(item.pos) ?? 0, done: item.state === 'complete' }
    })
    sink.checklist({ id: textOf(checklist.id), card: id, title: textOf(checklist.name), position: numberOf(checklist.pos) ?? 0, items })
  }
  for (const value of listOf(card.attachments)) {
    const file = thingOf(value)
    const [at, by] = [instantOf(file.date), textOf(file.idMember) || undefined]
    const [isFile, url] = [file.isUpload === true, textOf(file.url)]
    sink.link({
      id: textOf(file.id),
      card: id,
      title: textOf(file.name),
      url,
      at,
      by,
      size: isFile ? numberOf(file.bytes) : undefined,
      upload: isFile && isTrelloFile(url) ? true : undefined,
    })
    if (isFile) sink.leftOut('files_as_links', title)
  }
  const votes = listOf(card.idMembersVoted).length
  if (votes > 0) sink.leftOut('votes', title)
  if (listOf(card.stickers).length > 0) sink.leftOut('stickers', title)
  if (textOf(thingOf(card.cover).idAttachment) !== '' || textOf(card.idAttachmentCover) !== '') sink.leftOut('covers', title)
}

/** What a card has in a field: of a choice the option's id, of anything else a value whose type names it. */
function customValue(item: Thing, timeZone: string): string | number | boolean | undefined {
  const option = textOf(item.idValue)
  if (option !== '') return option
  const value = thingOf(item.value)
  if ('checked' in value) return String(value.checked) === 'true'
  if ('number' in value) return numberOf(value.number)
  if ('date' in value) {
    const at = instantOf(value.date)
    return at && dayOf(at, timeZone)
  }
  return textOf(value.text) || undefined
}

const fieldTypes = new Map<string, OutsideField['type']>([
  ['checkbox', 'checkbox'],
  ['list', 'choice'],
  ['number', 'number'],
  ['date', 'date'],
])

function readField(field: Thing, sink: Sink): void {
  const type = fieldTypes.get(textOf(field.type)) ?? 'text'
  const options = listOf(field.options).map((value) => {
    const option = thingOf(value)
    return { id: textOf(option.id) || textOf(option._id), name: textOf(thingOf(option.value).text), color: colorOf(option.color) }
  })
  sink.field({ id: textOf(field.id), name: textOf(field.name), type, options, on_card: thingOf(field.display).cardFront !== false })
}

function readAction(action: Thing, sink: Sink): void {
  const data = thingOf(action.data)
  const [id, card, at] = [textOf(action.id), textOf(thingOf(data.card).id), instantOf(action.date)]
  const creator = thingOf(action.memberCreator)
  const by = textOf(action.idMemberCreator) || textOf(creator.id) || undefined
  if (card === '' || at === undefined) return
  const type = textOf(action.type)
  if (type === 'commentCard' || type === 'copyCommentCard') {
    const text = textOf(data.text)
    const edited_at = instantOf(data.dateLastEdited)
    if (text.trim() !== '') sink.comment({ id, card, by, name: textOf(creator.fullName) || undefined, at, text, edited_at })
  } else if (type === 'updateCard' && data.listBefore && data.listAfter) {
    sink.move({ id, card, at, by, from: listIn(data.listBefore), to: listIn(data.listAfter) })
  } else if (['createCard', 'copyCard', 'convertToCardFromCheckItem', 'emailCard', 'moveCardToBoard'].includes(type)) {
    sink.start({ id, card, at, by, list: listIn(data.list) })
  }
}
