import { createHash } from 'node:crypto'
import { typedEmail } from '@rodada/contract/auth/person-fields'
import { boardColors } from '@rodada/contract/boards/settings'
import { KeyPrefix } from '@rodada/contract/cards/keys'
import { Day } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { manyLinesText, oneLineText } from '@rodada/contract/core/plain-text'
import { addDays } from '../../../platform/time.ts'
import type { BundleCard } from '../bundle-model.ts'
import type {
  LeftOutKind,
  OutsideBoard,
  OutsideCard,
  OutsideChecklist,
  OutsideComment,
  OutsideEstimate,
  OutsideField,
  OutsideFinal,
  OutsideLink,
  OutsidePlanned,
  OutsideSprint,
  OutsideStart,
} from '../model.ts'

/** Notes what does not come as it was, and of which card. */
export type Note = (kind: LeftOutKind, subject?: string, count?: number) => void

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`)

/** One line of at most so many letters, as everything that has a name here. */
export const nameOf = (text: string, most: number): string => cut(oneLineText(text), most)

/**
 * An id as it is kept: some tool may have longer ones, and of each board there are hundreds in memory at once. What is found by it is in objects,
 * in which 'constructor', as somebody may be called, is there already. PostgreSQL takes no NUL, and half a letter is kept as any other half.
 */
export const idOf = (id: string): string =>
  id.length <= limits.importKey && id.isWellFormed() && !id.includes('\0') && !(id in Object.prototype)
    ? id
    : createHash('sha256')
        .update(id.isWellFormed() ? id : JSON.stringify(id))
        .digest('hex')

const Address = typedEmail({ required: '', invalid: '' })
/** The address of somebody, as it is; undefined for what no account can have. Accounts are looked for by it, and PostgreSQL takes no NUL. */
export const emailOf = (email: string | undefined): string | undefined =>
  email?.isWellFormed() && !email.includes('\0') && Address.safeParse(email).success ? email : undefined

/** A colour of a board, by its name or as it is; undefined for any other text, however long. */
export const colorOf = (color: string | undefined): string | undefined =>
  Object.entries(boardColors).some((known) => color !== undefined && known.includes(color)) ? color : undefined

/**
 * How keys of a board begin, as they are kept: without the spaces around them, of which a file may have a million, and each card would have them.
 * Undefined where keys of a board here cannot begin so. The last number leaves room for those of new cards.
 */
export function keysOf(keys: OutsideBoard['keys']): OutsideBoard['keys'] {
  const [prefix, ...former] = [keys?.prefix, ...(keys?.former ?? [])].map((each) => KeyPrefix.safeParse(each).data)
  if (!keys || prefix === undefined) return undefined
  const others = new Set(former.filter((each) => each !== undefined && each !== prefix))
  const last = Math.min(keys.last, limits.importedKeyNumber)
  return { ...keys, prefix, last, former: [...others].slice(0, limits.formerPrefixes) as string[] }
}

const titleOf = (text: string): string => nameOf(text, limits.cardTitle)

const isDay = (day: string): boolean => Day.safeParse(day).success

/** What a field of a type may hold; undefined for what does not fit. */
export function fittingValue(field: OutsideField, value: string | number | boolean): string | number | boolean | undefined {
  if (field.type === 'checkbox') return typeof value === 'boolean' ? value : undefined
  if (field.type === 'number') {
    if (typeof value !== 'number' || Math.abs(value) > limits.fieldNumber) return undefined
    return Number(value.toFixed(limits.fieldDecimals))
  }
  const text = String(value)
  if (field.type === 'date') return isDay(text) ? text : undefined
  if (field.type === 'choice') return field.options.some(({ id }) => id === idOf(text)) ? idOf(text) : undefined
  if (field.type === 'person') return idOf(text)
  return nameOf(text, limits.fieldText) || undefined
}

/** What else is known where a card is cleaned. */
export type Known = {
  fields: ReadonlyMap<string, OutsideField>
  labels: ReadonlySet<string>
  lists: ReadonlyMap<string, unknown>
  firstList: string
}

/** A card of what any program may have written, within what a card may be here. */
export function cleanCard(card: OutsideCard, known: Known, note: Note): OutsideCard {
  const whole = oneLineText(card.title)
  const title = titleOf(card.title) || '—'
  if (whole === '') note('cards_without_title', card.id)
  // What is cut off a title is not lost: the text begins with it.
  const texts = whole.length > limits.cardTitle ? `${whole}\n\n${card.description}` : card.description
  const description = manyLinesText(texts)
  if (description.length > limits.fullDescription) note('texts_cut', title)
  const [start, due] = [card.start_date, card.due_date].map((day) => {
    if (day === undefined || isDay(day)) return day
    note('dates_invalid', title)
    return undefined
  })
  const isLate = start !== undefined && due !== undefined && start > due
  if (isLate) note('start_after_due', title)
  const values: OutsideCard['values'] = {}
  for (const [id, value] of Object.entries(card.values)) {
    const field = known.fields.get(id)
    if (!field) continue
    const fits = fittingValue(field, value)
    if (fits === undefined) note('values_invalid', title)
    else values[id] = fits
  }
  const written = Object.entries(card.written ?? {}).flatMap(([id, text]) =>
    values[id] === undefined ? [] : [[id, nameOf(text, limits.fieldText)] as const],
  )
  const labels = [...new Set(card.labels)].filter((id) => known.labels.has(id))
  if (labels.length > limits.cardLabels) note('labels_surplus', title)
  if (!known.lists.has(card.list)) note('no_list', title)
  const inRange = (value: number | undefined, step?: number) => {
    if (value === undefined) return undefined
    const isFine = value >= 0 && value <= limits.estimate && (step === undefined || Number.isInteger(value / step))
    if (!isFine) note('values_invalid', title)
    return isFine ? value : undefined
  }
  return {
    ...card,
    title,
    description: cut(description, limits.fullDescription),
    list: known.lists.has(card.list) ? card.list : known.firstList,
    start_date: isLate ? undefined : start,
    due_date: due,
    members: [...new Set(card.members)].slice(0, limits.cardParticipants + 1),
    labels: labels.slice(0, limits.cardLabels),
    values,
    written: written.length > 0 ? Object.fromEntries(written) : undefined,
    number: numberOf(card, note),
    estimate: inRange(card.estimate),
    hours: inRange(card.hours, 0.5),
    notes: card.notes === undefined ? undefined : cut(manyLinesText(card.notes), limits.cardNotes),
    recurrence: cleanRecurrence(card, note),
  }
}

/** The number of a card's key, where there is room for others behind it; without one it gets the next. */
function numberOf({ number, title }: OutsideCard, note: Note): number | undefined {
  if (number === undefined || number <= limits.importedKeyNumber) return number
  note('values_invalid', title)
  return undefined
}

/** How a card comes again, where its days are days. What comes after it is done has none: it is tried at once, also where it found no place before. */
function cleanRecurrence({ recurrence, title }: OutsideCard, note: Note): OutsideCard['recurrence'] {
  if (!recurrence) return undefined
  const { set_on, dates_of } = recurrence
  const next_on = recurrence.every === 'completion' ? null : recurrence.next_on
  const isFine = [set_on, dates_of, next_on ?? set_on].every(isDay) && (recurrence.every === 'completion' || next_on !== null)
  if (!isFine) note('dates_invalid', title)
  return isFine ? { ...recurrence, next_on } : undefined
}

/** What a sprint counted, as far as a board may have it. */
const most = limits.importCards * limits.estimate
const counted = (n: number): number => Math.min(Math.max(n, 0), most)
const countedAll = <Counts extends Record<string, number>>(counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([of, n]) => [of, counted(n)])) as Counts

const finalOf = ({ committed, completed, recorded, ...tasks }: OutsideFinal): OutsideFinal => ({
  ...countedAll(tasks),
  ...(recorded === false && { recorded }),
  committed: countedAll(committed),
  completed: countedAll(completed),
})

/** Whether a sprint may begin and end so. Of one without a bound a burndown would have four hundred thousand days. */
const mayLast = ({ starts_on, ends_on }: OutsideSprint): boolean =>
  isDay(starts_on) && isDay(ends_on) && starts_on < ends_on && ends_on <= addDays(starts_on, limits.sprintDays)

/** A sprint within what one may be here; none where its days are none. */
export function cleanSprint(sprint: OutsideSprint, note: Note): OutsideSprint[] {
  const name = nameOf(sprint.name, limits.sprintName) || '—'
  if (!mayLast(sprint)) {
    note('dates_invalid', name)
    return []
  }
  const columns = sprint.columns
    .slice(0, limits.sprintColumns)
    .map((column) => ({ ...column, name: nameOf(column.name, limits.columnName) || '—' }))
  const ended = sprint.ended && ('final' in sprint.ended ? { ...sprint.ended, final: finalOf(sprint.ended.final) } : sprint.ended)
  return [{ ...sprint, name, description: cut(manyLinesText(sprint.description), limits.sprintDescription), columns, ended }]
}

/** Estimates within what a card keeps of each. */
function cleanEstimates(estimates: readonly OutsideEstimate[], title: string, note: Note): OutsideEstimate[] {
  if (estimates.length > limits.importedEstimates) note('votes', title)
  return estimates.slice(-limits.importedEstimates).flatMap((estimate) => {
    const isFine = estimate.estimate >= 0 && estimate.estimate <= limits.estimate
    if (!isFine) note('values_invalid', title)
    const votes = estimate.votes.slice(0, limits.estimateVotes).map((vote) => ({
      ...vote,
      name: nameOf(vote.name, limits.personName),
      vote: nameOf(vote.vote, limits.deckCard),
      ...(vote.reason !== undefined && { reason: nameOf(vote.reason, limits.voteReason) }),
    }))
    const room_name = nameOf(estimate.room_name, limits.roomName)
    return isFine ? [{ ...estimate, votes, room_name, average: nameOf(estimate.average, limits.deckCard) }] : []
  })
}

function cleanChecklists(checklists: readonly OutsideChecklist[], title: string, note: Note): OutsideChecklist[] {
  if (checklists.length > limits.cardChecklists) note('items_surplus', title)
  return checklists.slice(0, limits.cardChecklists).map((checklist) => {
    const items = checklist.items
      .toSorted((a, b) => a.position - b.position)
      .map((item) => ({ ...item, title: nameOf(item.title, limits.checklistItem) }))
      .filter((item) => item.title !== '')
    if (items.length > limits.checklistItems) note('items_surplus', title)
    return {
      ...checklist,
      title: nameOf(checklist.title, limits.checklistTitle) || 'Checklist',
      items: items.slice(0, limits.checklistItems),
    }
  })
}

/** What may stand at a link; undefined for what a browser would run, or what is no address of the web. */
function addressOf(text: string): string | undefined {
  if (text.length > limits.attachmentUrl) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined
}

type Parts = {
  checklists: OutsideChecklist[]
  comments: OutsideComment[]
  moves: BundleCard['moves']
  starts: OutsideStart[]
  links: OutsideLink[]
  planned: OutsidePlanned | null
  estimates: OutsideEstimate[]
}

/** A card with all that is on it, within what may be on a card. */
export function wholeCard(card: OutsideCard, parts: Parts, note: Note): BundleCard {
  const { title } = card
  const comments = parts.comments
    .map((comment) => ({ ...comment, text: manyLinesText(comment.text), name: comment.name && nameOf(comment.name, limits.personName) }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const missing = (card.comment_count ?? 0) - comments.length
  if (missing > 0) note('comments_missing', title, missing)
  if (comments.length > limits.cardComments) note('comments_missing', title, comments.length - limits.cardComments)
  const links = parts.links.flatMap((link) => {
    const url = addressOf(link.url)
    if (url === undefined) note('links_refused', title)
    return url === undefined ? [] : [{ ...link, url, title: nameOf(link.title, limits.attachmentTitle) || new URL(url).hostname }]
  })
  if (links.length > limits.cardAttachments) note('links_refused', title, links.length - limits.cardAttachments)
  const named = (list: { id: string; title: string }) => ({ id: list.id, title: nameOf(list.title, limits.listTitle) })
  const moves = parts.moves
    .map((move) => ({ ...move, from: named(move.from), to: named(move.to) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  if (moves.length > limits.importedMoves) note('history_short', title)
  const [start] = parts.starts
  return {
    ...card,
    checklists: cleanChecklists(parts.checklists, title, note),
    comments: comments.slice(-limits.cardComments).map((comment) => {
      if (comment.text.length > limits.importedComment) note('comments_long', title)
      return { ...comment, text: cut(comment.text, limits.importedComment) }
    }),
    planned: parts.planned,
    estimates: cleanEstimates(parts.estimates, title, note),
    moves: moves.slice(-limits.importedMoves),
    start: start ? { ...start, list: named(start.list) } : null,
    links: links.slice(0, limits.cardAttachments),
  }
}
