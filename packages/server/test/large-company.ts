import { cardsEach, daysAgo, type Fill, fillCards, type Place } from './large-company-cards.ts'
import type { Values } from './past-the-server.ts'

/** How large a company is. What the person who is measured has is the same in every size. */
export type CompanySize = {
  boards: number
  people: number
  /** Rooms that ended, over three years. */
  rooms: number
  auditEntries: number
}

/** Those of the person who is measured; a young installation has no others. */
const ownBoards = 8
export const young: CompanySize = { boards: ownBoards, people: 60, rooms: 40, auditEntries: 200 }

const membersEach = 12
const ownSprints = 24
const noticesEach = 50
const roundsEach = 8
const seatsEach = 6
const dateOf = (days: number): string => daysAgo(days).slice(0, 10)

const stages = [
  ['A fazer', 'pendente'],
  ['Em andamento', 'em_andamento'],
  ['Em revisão', 'em_andamento'],
  ['Concluído', 'concluida'],
] as const

/**
 * Fills an empty installation with a company of some size after three years, past the server and in seconds a hundred thousand rows. `fill` puts
 * rows into a table. `userId` is the last account there is, and sees the first boards as one of their members.
 */
export async function fillCompany(fill: Fill, { size, userId }: { size: CompanySize; userId: number }): Promise<void> {
  const firstUser = userId + 1
  const someone = (number: number): number => firstUser + (number % size.people)
  const places = placesOf(size, { userId, someone })

  await fill(
    'users',
    count(size.people, (index) => personOf(firstUser + index, index)),
  )
  await fill('boards', map(places, boardOf))
  await fill(
    'board_members',
    flat(places, ({ boardId, members }) => members.map((user_id, at) => memberOf(boardId, user_id, at))),
  )
  await fill(
    'labels',
    flat(places, ({ boardId }) => count(6, (at) => labelOf(boardId, at))),
  )
  await fill('lists', flat(places, listsOf))
  await fill('sprints', flat(places, sprintsOf))
  await fill('sprint_columns', flat(places, columnsOf))
  await fillCards(fill, places)
  await fill('notifications', noticesOf(size, { userId, someone, places }))
  await fill('rooms', count(size.rooms, roomOf))
  await fill(
    'seats',
    flat(count(size.rooms, Number), (room) => count(seatsEach, (at) => seatOf(room, at, someone))),
  )
  await fill(
    'rounds',
    flat(count(size.rooms, Number), (room) => count(roundsEach, (at) => roundOf(room, at))),
  )
  await fill(
    'audit_log',
    count(size.auditEntries, (index) => auditOf(index, someone)),
  )
}

function placesOf({ boards }: CompanySize, { userId, someone }: { userId: number; someone: (number: number) => number }): Place[] {
  return Array.from({ length: boards }, (_, index) => {
    const others = Array.from({ length: membersEach - 1 }, (_, at) => someone(index * 7 + at))
    const isOwn = index < ownBoards
    return {
      boardId: index + 1,
      listIds: stages.map((_, at) => index * stages.length + at + 1),
      members: isOwn ? [userId, ...others] : [...others, someone(index * 7 + membersEach)],
      labelIds: Array.from({ length: 6 }, (_, at) => index * 6 + at + 1),
      sprintIds: Array.from({ length: isOwn ? ownSprints : 1 }, (_, at) =>
        isOwn ? index * ownSprints + at + 1 : ownBoards * ownSprints + index - ownBoards + 1,
      ),
    }
  })
}

const personOf = (id: number, index: number): Values => {
  const name = `Pessoa ${index}`
  return {
    id,
    name,
    email: `pessoa-${index}@aroeira.com.br`,
    password_hash: 'nobody',
    role: 'collaborator',
    created_at: daysAgo(1095 - (index % 1000)),
    search_text: `pessoa ${index}\npessoa-${index}@aroeira.com.br`,
  }
}

const boardOf = ({ boardId, members }: Place): Values => ({
  id: boardId,
  title: `Entregas ${boardId}`,
  description: '',
  search_text: `entregas ${boardId}\n`,
  is_public: 0,
  color: '#266fb8',
  user_id: members[0] ?? 0,
  version: 1,
  revision: 1,
  created_at: daysAgo(1095),
  updated_at: daysAgo(boardId % 300),
  key_prefix: 'ENT',
  card_counter: cardsEach,
})

const memberOf = (board_id: number, user_id: number, at: number): Values => ({
  board_id,
  user_id,
  role: at === 0 ? 'admin' : 'member',
  joined_at: daysAgo(1000),
})

const labelOf = (board_id: number, at: number): Values => ({
  id: (board_id - 1) * 6 + at + 1,
  board_id,
  name: `Etiqueta ${at}`,
  color: '#266fb8',
  search_text: `etiqueta ${at}`,
})

const listsOf = ({ boardId, listIds }: Place): Values[] =>
  listIds.map((id, at) => ({
    id,
    board_id: boardId,
    title: stages[at]?.[0] ?? '',
    rank: `a${at}`,
    status: stages[at]?.[1] ?? 'pendente',
    version: 1,
    created_at: daysAgo(1095),
  }))

/** Two weeks each, the latest of them under way. */
const sprintsOf = ({ boardId, sprintIds }: Place): Values[] =>
  sprintIds.map((id, at) => {
    const age = (sprintIds.length - 1 - at) * 14
    return {
      id,
      board_id: boardId,
      name: `Sprint ${at + 1}`,
      description: '',
      starts_on: dateOf(age + 7),
      ends_on: dateOf(age - 7),
      status: age === 0 ? 'ativa' : 'encerrada',
      version: 1,
      created_at: daysAgo(age + 8),
      ended_at: age === 0 ? null : daysAgo(age - 7),
      search_text: `sprint ${at + 1}`,
    }
  })

const columnsOf = ({ sprintIds }: Place): Values[] =>
  sprintIds.flatMap((sprint_id) =>
    stages.map(([name, status], at) => ({ id: (sprint_id - 1) * stages.length + at + 1, sprint_id, name, rank: `a${at}`, status })),
  )

/** Half read; of everybody in the company, and as many of the person who is measured as of anybody. */
function* noticesOf(
  { people }: CompanySize,
  { userId, someone, places }: { userId: number; someone: (number: number) => number; places: Place[] },
): Iterable<Values> {
  for (let person = -1; person < people; person++)
    for (let at = 0; at < noticesEach; at++) {
      const created_at = daysAgo(at % 60)
      yield {
        user_id: person < 0 ? userId : someone(person),
        kind: 'assigned',
        actor_id: someone(person + at + 1),
        board_id: places[(person < 0 ? at : person + at) % (person < 0 ? ownBoards : places.length)]?.boardId ?? 1,
        subject: 'Conferir a simulação',
        count: 1,
        details: '{}',
        created_at,
        read_at: at % 2 === 0 ? created_at : null,
      }
    }
}

const roomOf = (index: number): Values => ({
  id: index + 1,
  code: null,
  name: `Mesa ${index}`,
  deck: '["1","2","3","5","8"]',
  listed: 0,
  moderators_only: 0,
  host_token_hash: `host-${index}`,
  round: roundsEach + 1,
  created_at: daysAgo(1 + (index % 1000)),
  ended_at: daysAgo(index % 1000),
})

const seatOf = (room: number, at: number, someone: (number: number) => number): Values => ({
  room_id: room + 1,
  user_id: someone(room * 5 + at),
  token_hash: null,
  name: `Pessoa ${at}`,
  name_key: `pessoa ${at}`,
  role: at === 0 ? 'moderator' : 'participant',
  joined_at: daysAgo(1 + (room % 1000)),
  left_at: daysAgo(room % 1000),
})

const roundOf = (room: number, at: number): Values => ({
  room_id: room + 1,
  number: at + 1,
  task_title: `História ${at}`,
  average: '5.0',
  vote_count: seatsEach,
  revealed_at: daysAgo(1 + (room % 1000)),
  agreed: 5,
  saved: 5,
})

const auditOf = (index: number, someone: (number: number) => number): Values => ({
  kind: 'login',
  user_id: someone(index),
  subject: `Pessoa ${index % 1000}`,
  search_text: `pessoa ${index % 1000}`,
  details: '{}',
  address: '203.0.113.9',
  device: 'Firefox no Linux',
  created_at: daysAgo(365 - (index % 365)),
})

function* count<T>(length: number, make: (index: number) => T): Iterable<T> {
  for (let index = 0; index < length; index++) yield make(index)
}

function* map<T, R>(items: Iterable<T>, make: (item: T) => R): Iterable<R> {
  for (const item of items) yield make(item)
}

function* flat<T, R>(items: Iterable<T>, make: (item: T) => Iterable<R>): Iterable<R> {
  for (const item of items) yield* make(item)
}
