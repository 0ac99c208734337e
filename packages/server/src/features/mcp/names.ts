import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { BoardChanges } from '@rodada/contract/boards/boards'
import type { BoardField } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import { parseKey } from '@rodada/contract/cards/keys'
import { largestInteger } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { foldedText } from '@rodada/contract/core/plain-text'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { keepBusyInTurns } from '../../platform/work-time.ts'
import { type Act, inLine, Unclear } from './tool.ts'
import { hitLine, parts, quoted } from './words.ts'

/** Candidates that are told. */
const mostCandidates = 15

type Thing = { id: number; name: string; note?: string }

const folded = (text: string): string => foldedText(text).trim().replace(/\s+/g, ' ')
const idIn = (text: string): number | undefined => (/^#?\d{1,9}$/.test(text.trim()) ? Number(text.trim().replace('#', '')) : undefined)

const candidates = (things: readonly Thing[]): string =>
  things
    .slice(0, mostCandidates)
    .map(({ id, name, note }) => parts(quoted(name), note, `id ${id}`))
    .join('\n')

/** Things that are found by what they are called. `kind` is a word of ours: it is told outside of what people wrote. */
type Names<T extends Thing = Thing> = { kind: string; things: readonly T[]; byName: ReadonlyMap<string, readonly T[]> }

/** Folds each name once. A board may have hundreds of people whose names are made to take long, so others have their turn meanwhile. */
async function namesOf<T extends Thing>(kind: string, things: readonly T[]): Promise<Names<T>> {
  const byName = new Map<string, T[]>()
  await keepBusyInTurns(things, (thing) => {
    const name = folded(thing.name)
    byName.set(name, [...(byName.get(name) ?? []), thing])
  })
  return { kind, things, byName }
}

/** @throws Unclear always: what was said fits none, or several */
function unclear({ kind, things, byName }: Names, said: string, fitting: readonly Thing[]): never {
  const wanted = folded(said)
  const near = [...byName].flatMap(([name, named]) => (name.includes(wanted) || wanted.includes(name) ? named : []))
  const shown = fitting.length > 0 ? fitting : near.length > 0 ? near : things
  const says =
    fitting.length > 1
      ? `Há mais de um com esse nome (${kind}). Nada foi feito: diga o id de um destes.`
      : `Não achei esse nome (${kind}). Nada foi feito${shown.length > 0 ? ': diga o nome exato ou o id de um destes.' : '.'}`
  const left = shown.length - mostCandidates
  throw new Unclear({ says, data: candidates(shown), more: left > 0 ? `Há mais ${left}.` : undefined })
}

/** The things that are called so, accents and capitals aside. */
const namedIn = <T extends Thing>({ byName }: Names<T>, said: string): readonly T[] => byName.get(folded(said)) ?? []

/**
 * The one thing that has a name, accents and capitals aside, or an id. A part of a name is never enough: what was meant is not guessed.
 * @throws Unclear with the candidates
 */
function pick<T extends Thing>(names: Names<T>, said: string): T {
  const named = namedIn(names, said)
  const [one] = named
  if (one && named.length === 1) return one
  const id = idIn(said)
  const byId = names.things.find((thing) => thing.id === id)
  if (byId && named.length === 0) return byId
  return unclear(names, said, named)
}

/** The id of a board. @throws Unclear */
export async function findBoard({ call }: Act, said: string): Promise<number> {
  const q = said.slice(0, limits.search)
  const boardNames = async (query: { q?: string }) => {
    const boards = await call(boardsApi.list, { query: { ...query, limit: limits.pageMax } })
    return namesOf(
      'quadro',
      boards.map(({ id, title }) => ({ id, name: title })),
    )
  }
  const found = await boardNames({ q })
  const id = idIn(said)
  // Boards were looked for by their names, so the one of an id is seldom among them. The calls that follow say whether it is there.
  if (id !== undefined && namedIn(found, said).length === 0) return id
  return pick(found.things.length > 0 ? found : await boardNames({}), said).id
}

/** Lists, labels, fields and people of a board, and how they are found. */
export type Frame = Omit<BoardChanges, 'cards' | 'removed'> & { names: Record<'lists' | 'labels' | 'people' | 'fields', Names> }

/** A board without its cards. */
export async function frameOf({ call }: Act, boardId: number): Promise<Frame> {
  // Nothing has changed since a revision that is still to come, so no card is read.
  const board = await call(boardsApi.changes, { params: { boardId }, query: { since: largestInteger } })
  const lists = board.lists.map(({ id, title, status }) => ({ id, name: title, note: status }))
  const people = board.members.map(({ user, role }) => ({ id: user.id, name: user.name, note: role }))
  const fields = board.fields.map(({ id, name, type }) => ({ id, name, note: type }))
  const names = {
    lists: await namesOf('lista', lists),
    labels: await namesOf('etiqueta', board.labels),
    people: await namesOf('pessoa', people),
    fields: await namesOf('campo', fields),
  }
  return { ...board, names }
}

/** @throws Unclear */
export const findList = ({ lists, names }: Frame, said: string): Frame['lists'][number] => {
  const { id } = pick(names.lists, said)
  return lists.find((list) => list.id === id) as Frame['lists'][number]
}

/** @throws Unclear */
export const findLabel = ({ names }: Frame, said: string): Thing => pick(names.labels, said)

const isSelf = (said: string): boolean => ['eu', 'me', 'yo'].includes(folded(said))

/** The id of somebody on a board. @throws Unclear */
export const findMember = ({ viewer }: Act, { names }: Frame, said: string): number =>
  isSelf(said) ? viewer.userId : pick(names.people, said).id

/** What a field of a board is to get, by its id: the option or the person that is named, and else the value as it is. @throws Unclear */
async function valueFor(act: Act, frame: Frame, field: BoardField, said: FieldValue | null): Promise<FieldValue | null> {
  if (said === null || said === '') return null
  if (field.type === 'choice') {
    const note = `campo ${quoted(inLine(field.name, 60))}`
    const options = field.options.map(({ id, name }) => ({ id, name, note }))
    return pick(await namesOf('opção', options), String(said)).id
  }
  if (field.type === 'person') return findMember(act, frame, String(said))
  if (field.type === 'text') return String(said)
  // Programs write numbers as texts now and then.
  return field.type === 'number' && typeof said === 'string' && Number.isFinite(Number(said)) ? Number(said) : said
}

/** Values that are said by the names of fields, by their ids. @throws Unclear */
export async function findValues(
  act: Act,
  frame: Frame,
  said: Readonly<Record<string, FieldValue | null>>,
): Promise<Record<string, FieldValue | null>> {
  const values = new Map<string, FieldValue | null>()
  for (const [name, value] of Object.entries(said)) {
    const { id } = pick(frame.names.fields, name)
    if (values.has(String(id)))
      throw new Unclear({ says: 'O mesmo campo foi dito mais de uma vez. Nada foi feito.', data: inLine(name, 60) })
    const field = frame.fields.find((each) => each.id === id) as BoardField
    values.set(String(id), await valueFor(act, frame, field, value))
  }
  return Object.fromEntries(values)
}

/** Who takes part in a card besides the one who answers for it. */
export const participantsOf = ({ members }: Frame, { participant_ids }: Card): Thing[] =>
  members.flatMap(({ user: { id, name } }) => (participant_ids.includes(id) ? [{ id, name }] : []))

/** The ids of people who take part in a card. @throws Unclear */
export const findParticipants = async ({ viewer }: Act, frame: Frame, card: Card, said: readonly string[]): Promise<number[]> => {
  const names = await namesOf('participante', participantsOf(frame, card))
  return said.map((one) => (isSelf(one) ? viewer.userId : pick(names, one).id))
}

/** The id of a card. Two boards may have the same keys, and then it is asked which one is meant. @throws Unclear */
export async function findCardId({ call }: Act, said: string): Promise<number> {
  const id = idIn(said)
  if (id !== undefined) return id
  if (!parseKey(said)) throw new Unclear({ says: 'Diga o cartão pela chave, como PAG-42, ou pelo id: `find_cards` acha os dois.' })
  const key = said.trim()
  const hits = (await call(cardsApi.search, { query: { q: key, limit: limits.page } })).filter(({ match }) => match?.in === 'key')
  const [hit] = hits
  if (hits.length > 1)
    throw new Unclear({
      says: 'Há mais de um cartão com essa chave. Nada foi feito: diga o id de um destes.',
      data: hits.slice(0, mostCandidates).map(hitLine).join('\n'),
    })
  // One that is archived is found by its key alone.
  return hit ? hit.id : (await call(cardsApi.byKey, { params: { key } })).id
}

/** A whole card. @throws Unclear */
export const findCard = async (act: Act, said: string): Promise<Card> =>
  act.call(cardsApi.get, { params: { cardId: await findCardId(act, said) } })

/** Ids of cards, in their order and each once. @throws Unclear */
export async function findCardIds(act: Act, said: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const one of said) ids.push(await findCardId(act, one))
  return [...new Set(ids)]
}

/** A sprint, among those of a board where one is named. @throws Unclear */
export async function findSprint(act: Act, said: string, board?: string): Promise<Sprint> {
  const isCurrent = ['atual', 'current', 'actual'].includes(folded(said))
  const query = { limit: limits.pageMax, ...(!isCurrent && { q: said.slice(0, limits.search) }) }
  const sprints =
    board === undefined
      ? (await act.call(sprintsApi.list, { query })).data
      : (await act.call(sprintsApi.ofBoard, { params: { boardId: await findBoard(act, board) } })).data
  const asThing = ({ id, nome, status, board_name }: Sprint): Thing => ({
    id,
    name: nome,
    note: parts(status, `quadro ${inLine(board_name, 60)}`),
  })
  const names = await namesOf('sprint', sprints.map(asThing))
  if (isCurrent) {
    const active = sprints.filter(({ status }) => status === 'ativa')
    const [one] = active
    if (one && active.length === 1) return one
    return unclear(names, said, active.map(asThing))
  }
  const sprintId = idIn(said)
  if (board === undefined && sprintId !== undefined && namedIn(names, said).length === 0)
    return (await act.call(sprintsApi.get, { params: { sprintId } })).data
  const { id } = pick(names, said)
  return sprints.find((sprint) => sprint.id === id) as Sprint
}
