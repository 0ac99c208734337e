import { createHash } from 'node:crypto'
import type { BundleCard } from './bundle-model.ts'
import type { OutsideChecklist } from './model.ts'

const hashOf = (said: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(said ?? null))
    .digest('base64url')
    .slice(0, partLetters)
const partLetters = 6

/** What of a card is compared by itself, under the letter that it has in a digest: what did not change there stays as people made it here. */
const parts = {
  title: ['t', ({ title }) => title],
  description: ['d', ({ description }) => description],
  start_date: ['s', ({ start_date }) => start_date],
  due_date: ['u', ({ due_date }) => due_date],
  archived: ['a', ({ archived_at }) => archived_at !== undefined],
  list: ['l', ({ list }) => list],
  status: ['c', ({ status }) => status],
  people: ['p', ({ members, assignee }) => [members, assignee]],
  notes: ['n', ({ members, notes }) => [members, notes]],
  labels: ['b', ({ labels }) => labels.toSorted()],
  priority: ['i', ({ priority }) => priority],
  estimate: ['e', ({ estimate }) => estimate],
  hours: ['h', ({ hours }) => hours],
  links: ['k', ({ links }) => links.map(({ id, url }) => [id, url])],
} as const satisfies Record<string, readonly [letter: string, said: (card: BundleCard) => unknown]>
type CardPart = keyof typeof parts
/** A value of a field, under the id that the field has there. */
const valueLetter = 'v'

const partsOf = (card: BundleCard): string =>
  [
    ...Object.values(parts).map(([letter, said]) => letter + hashOf(said(card))),
    ...Object.entries(card.values).map(([id, value]) => valueLetter + hashOf(id) + hashOf(value)),
  ].join('')

/** What of a card is no part of its digest: it is known by itself, comes once, or came to cards after the first digests were noted. */
const apart = new Set<keyof BundleCard>([
  'comments',
  'comment_count',
  'moves',
  'start',
  'position',
  'said_at',
  'planned',
  'estimates',
  'more_estimates',
  'recurrence',
  'backlog_place',
  'from_sprint',
  'written',
])

/** What a card was, last, in the file: of comments and moves each is known by itself, and the rest comes once. */
export const digestOf = (card: BundleCard): string => {
  if (card.digest !== undefined) return card.digest
  const rest = Object.fromEntries(Object.entries(card).filter(([name]) => !apart.has(name as keyof BundleCard)))
  // That a link leads to a file which can be fetched is nothing that the card says.
  const links = card.links.map(({ upload: _upload, ...link }) => link)
  const said = createHash('sha256')
    .update(JSON.stringify({ ...rest, links }))
    .digest('hex')
    .slice(0, digestLetters)
  const digest = `${said}+${partsOf(card)}`
  // Apart, because an issue that only went to another sprint is no card that changed.
  return card.planned?.column === '' ? `${digest} ${card.planned.sprint}` : digest
}
const digestLetters = 32

/** A card whose values stand under the ids by which an earlier version knew their fields. */
export const withFieldIds = (card: BundleCard, former: ReadonlyMap<string, string>): BundleCard => ({
  ...card,
  values: Object.fromEntries(Object.entries(card.values).map(([field, value]) => [former.get(field) ?? field, value])),
})

/**
 * What a digest says of a card, whole and part by part, and which sprint it was in; boards of this program keep their own sprints. The version before
 * 0120 knew no parts.
 */
export const readDigest = (digest: string): { said: string; parts: string | undefined; sprint: string | undefined } => {
  const [head = '', ...rest] = digest.split(' ')
  return {
    said: head.slice(0, digestLetters),
    parts: head[digestLetters] === '+' ? head.slice(digestLetters + 1) : undefined,
    sprint: rest.join(' ') || undefined,
  }
}

/**
 * Whether a part of a card, and the value of a field, is said otherwise than the last time. Where it is not known what was said, all of it is.
 * @param former the ids by which an earlier version knew fields, where these were others
 */
export function changesOf(
  digest: string,
  before: string,
  former: ReadonlyMap<string, string>,
): { isChanged: (part: CardPart) => boolean; isValueChanged: (field: string) => boolean } {
  const [now, then] = [readDigest(digest).parts, readDigest(before).parts]
  if (now === undefined || then === undefined) return { isChanged: () => true, isValueChanged: () => true }
  const [said, last] = [readParts(now), readParts(then)]
  const nameOf = (field: string) => valueLetter + hashOf(field)
  return {
    isChanged: (part) => said.get(parts[part][0]) !== last.get(parts[part][0]),
    isValueChanged: (field) => said.get(nameOf(field)) !== (last.get(nameOf(field)) ?? last.get(nameOf(former.get(field) ?? field))),
  }
}

const readParts = (text: string): ReadonlyMap<string, string> => {
  const each = new RegExp(`(${valueLetter}[\\w-]{${partLetters}}|[a-z])([\\w-]{${partLetters}})`, 'gy')
  return new Map(Array.from(text.matchAll(each), ([, name = '', hash = '']) => [name, hash]))
}

/** What a checklist was, last, in the file. */
export const digestOfChecklist = ({ title, items }: OutsideChecklist): string =>
  hashOf([title, items.map((item) => [item.title, item.done])])
