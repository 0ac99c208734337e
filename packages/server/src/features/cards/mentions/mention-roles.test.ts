import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { watchingApi } from '@rodada/contract/cards/watching'
import { limits } from '@rodada/contract/core/limits'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
/** Administers the installation, sees every board, and is on none of them. */
let system: Account
beforeAll(async () => {
  server = await startServer()
  system = await register(server, { name: 'Sara' })
})
afterAll(() => server.stop())

type Crew = Team & { chief: Account }
/** A team with a second administrator of the board, Eva, and nothing unread. */
async function makeCrew(more: Record<string, unknown>): Promise<Crew> {
  const team = await makeTeam(server, more)
  const chief = await register(server, { name: 'Eva' })
  const { token } = team.admin
  await addToBoard(server, team.admin, team.board.id, chief, 'member')
  const params = { boardId: team.board.id, userId: chief.user.id }
  ok(await server.call(boardsApi.updateMember, { token, params, body: { role: 'admin' } }))
  const crew = { ...team, chief }
  await readAll(crew)
  return crew
}
const peopleOf = ({ admin, chief, member, guest, stranger }: Crew) => ({ admin, chief, member, guest, stranger, system })
async function readAll(crew: Crew): Promise<void> {
  for (const { token } of Object.values(peopleOf(crew))) ok(await server.call(notificationsApi.readAll, { token, body: {} }))
}
/** How many times each person was told what since they read everything, by their role. */
async function told(crew: Crew): Promise<Record<string, [kind: string, count: number][]>> {
  const all: Record<string, [string, number][]> = {}
  for (const [role, { token }] of Object.entries(peopleOf(crew))) {
    const unread = ok(await server.call(notificationsApi.list, { token })).filter(({ read_at }) => read_at === null)
    if (unread.length > 0) all[role] = unread.map(({ kind, count }) => [kind, count])
  }
  await readAll(crew)
  return all
}
const everybody = '@Ana, @Eva, @Bia, @Caio, @Duda e @Sara'

/** A text in each place that takes mentions, written by a person. */
const places = {
  description: ({ token }: Account, cardId: number, text: string) =>
    server.call(cardsApi.update, { token, params: { cardId }, body: { description: text } }),
  notes: ({ token }: Account, cardId: number, text: string) =>
    server.call(cardsApi.update, { token, params: { cardId }, body: { notes: text } }),
  comment: ({ token }: Account, cardId: number, text: string) =>
    server.call(commentsApi.add, { token, params: { cardId }, body: { content: text } }),
  item: async ({ token }: Account, cardId: number, text: string, checklistId = 0) =>
    server.call(checklistsApi.addItem, { token, params: { cardId, checklistId }, body: { title: text } }),
}
type Place = keyof typeof places

async function newCard({ board, admin }: Crew): Promise<{ cardId: number; checklistId: number }> {
  const { id: cardId } = await makeCard(server, admin, board)
  const { id } = ok(await server.call(checklistsApi.add, { token: admin.token, params: { cardId }, body: { title: 'Aceite' } }))
  return { cardId, checklistId: id }
}

describe.each([
  ['a private board', {}],
  ['a public board', { is_public: true }],
])('on %s', (_, more) => {
  const once: [string, number][] = [['card_mentioned', 1]]

  test.each(Object.keys(places) as Place[])(
    'who is on it is told once of a %s that calls everybody, whatever their role',
    async (place) => {
      const crew = await makeCrew(more)
      const { cardId, checklistId } = await newCard(crew)
      await readAll(crew)
      ok<unknown>(await places[place](crew.member, cardId, everybody, checklistId))
      // Who writes is not told, and neither is who only could see the board.
      expect(await told(crew)).toEqual({ admin: once, chief: once, guest: once })
    },
  )

  test('who only reads it, or is not on it, calls nobody', async () => {
    const crew = await makeCrew(more)
    const { cardId, checklistId } = await newCard(crew)
    const outside = 'is_public' in more ? 403 : 404
    for (const place of Object.keys(places) as Place[]) {
      expect((await places[place](crew.guest, cardId, everybody, checklistId)).status).toBe(403)
      expect((await places[place](crew.stranger, cardId, everybody, checklistId)).status).toBe(outside)
    }
    expect(await told(crew)).toEqual({})
  })

  test('who answers for the card, takes part, watches it and its board, and is called hears it once, as the call', async () => {
    const crew = await makeCrew(more)
    const { cardId, checklistId } = await newCard(crew)
    const { token, user } = crew.member
    ok(await server.call(cardsApi.assign, { token, params: { cardId }, body: { user_id: user.id } }))
    ok(await server.call(watchingApi.watchCard, { token, params: { cardId } }))
    ok(await server.call(watchingApi.watchBoard, { token, params: { boardId: crew.board.id } }))
    await readAll(crew)
    for (const place of Object.keys(places) as Place[]) {
      ok<unknown>(await places[place](crew.chief, cardId, 'Com @Bia e @bia, de novo @BIA', checklistId))
      expect([place, (await told(crew)).member]).toEqual([place, once])
    }
  })

  test('who left it, or was taken off it, is called no more, also where the text was there before', async () => {
    const crew = await makeCrew(more)
    const { cardId } = await newCard(crew)
    const { token } = crew.admin
    const params = { boardId: crew.board.id, userId: crew.guest.user.id }
    ok(await server.call(boardsApi.removeMember, { token, params }))
    await readAll(crew)
    ok(await places.description(crew.admin, cardId, everybody))
    ok(await places.comment(crew.admin, cardId, everybody))
    expect(Object.keys(await told(crew)).sort()).toEqual(['chief', 'member'])
    // Back on the board, the one whom the same text called in vain is called by the next that is written.
    await addToBoard(server, crew.admin, crew.board.id, crew.guest, 'guest')
    await readAll(crew)
    ok(await places.comment(crew.admin, cardId, '@Caio'))
    expect(await told(crew)).toEqual({ guest: once })
  })
})

test('two hundred mentions of too many people are refused in every place with the same text, and of one person are one notice', async () => {
  const crew = await makeCrew({})
  const { cardId, checklistId } = await newCard(crew)
  const names = Array.from({ length: limits.mentions + 1 }, (_, n) => `Zé${String.fromCharCode(97 + n)}`)
  const crowd: Account[] = []
  for (const name of names) {
    const person = await register(server, { name })
    await addToBoard(server, crew.admin, crew.board.id, person, 'member')
    crowd.push(person)
  }
  await readAll(crew)
  const signs = (people: readonly string[]) => Array.from({ length: 200 }, (_, at) => `@${people[at % people.length]}`).join(' ')
  const whole = names.map((name) => `@${name}`).join(' ')
  for (const [place, field, text] of [
    ['description', 'description', signs(names)],
    ['comment', 'content', signs(names)],
    // These are short texts.
    ['notes', 'notes', whole],
    ['item', 'title', whole],
  ] as const) {
    const answer = await places[place](crew.admin, cardId, text, checklistId)
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: texts.tooManyMentions } } })
  }
  expect(texts.tooManyMentions).toBe('Mencione até 20 pessoas de uma vez.')
  const card = ok(await server.call(cardsApi.get, { token: crew.admin.token, params: { cardId } }))
  expect([card.description, card.notes, card.comment_count, card.checklists[0]?.items]).toEqual(['', '', 0, []])
  const [first] = crowd
  const heard = ok(await server.call(notificationsApi.list, { token: first?.token ?? '' })).filter(({ kind }) => kind === 'card_mentioned')
  expect(heard).toEqual([])
  ok(await places.description(crew.admin, cardId, signs(['Bia'])))
  expect(await told(crew)).toEqual({ member: [['card_mentioned', 1]] })
  // As many as are allowed are all told.
  ok(
    await places.item(
      crew.admin,
      cardId,
      names
        .slice(0, limits.mentions)
        .map((name) => `@${name}`)
        .join(' '),
      checklistId,
    ),
  )
  for (const { token } of crowd.slice(0, limits.mentions)) {
    const own = ok(await server.call(notificationsApi.list, { token })).filter(({ kind }) => kind === 'card_mentioned')
    expect(own.map(({ count }) => count)).toEqual([1])
  }
})
