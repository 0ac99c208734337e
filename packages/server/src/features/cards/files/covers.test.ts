import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { filesApi } from '@rodada/contract/cards/files'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { register } from '../../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { picture, upload } from '../../../../test/files.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
let team: Team
let png: Buffer
beforeAll(async () => {
  server = await startServer()
  await register(server)
  png = await picture(300, 200).png().toBuffer()
})
beforeEach(async () => {
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const update = (cardId: number, body: object, who = team.member) =>
  server.call(cardsApi.update, { token: who.token, params: { cardId }, body })
const summary = async (cardId: number) => {
  const { lists } = ok(await server.call(boardsApi.get, { token: team.guest.token, params: { boardId: team.board.id } }))
  return lists.flatMap(({ cards }) => cards).find(({ id }) => id === cardId)
}
const withPicture = async (name = 'tela.png') => {
  const card = await makeCard(server, team.member, team.board)
  return { card, file: ok(await upload(server, team.member, card.id, png, name)) }
}

test('a card shows one of its pictures on its board, and none again', async () => {
  const { card, file } = await withPicture()
  expect((await summary(card.id))?.cover_file_id).toBeNull()
  expect(ok(await update(card.id, { cover_file_id: file.id })).cover_file_id).toBe(file.id)
  expect((await summary(card.id))?.cover_file_id).toBe(file.id)
  expect(ok(await update(card.id, { cover_file_id: null })).cover_file_id).toBeNull()
  const told = ok(await server.call(cardsApi.activity, { token: team.guest.token, params: { cardId: card.id } }))
  expect(told.filter(({ kind }) => kind === 'card.updated').map(({ details }) => details.fields)).toEqual([
    ['cover_file_id'],
    ['cover_file_id'],
  ])
})

test('a cover is a picture of the card itself, chosen by who may write', async () => {
  const { card, file } = await withPicture()
  const other = await withPicture()
  const text = ok(await upload(server, team.member, card.id, 'só texto', 'ata.txt'))
  const refused = { status: 400, body: { fields: { cover_file_id: texts.coverElsewhere } } }
  for (const id of [other.file.id, text.id, 999_999]) expect(await update(card.id, { cover_file_id: id })).toMatchObject(refused)
  expect((await update(card.id, { cover_file_id: file.id }, team.guest)).status).toBe(403)
  expect((await update(card.id, { cover_file_id: file.id }, team.stranger)).status).toBe(404)
  expect((await summary(card.id))?.cover_file_id).toBeNull()
})

test('a cover goes with its file, and is no cover when the file comes back', async () => {
  const { card, file } = await withPicture()
  ok(await update(card.id, { cover_file_id: file.id }))
  const { token } = team.member
  ok(await server.call(filesApi.remove, { token, params: { fileId: file.id } }))
  expect(await summary(card.id)).toMatchObject({ cover_file_id: null, file_count: 0 })
  ok(await server.call(filesApi.restore, { token, params: { fileId: file.id } }))
  expect((await summary(card.id))?.cover_file_id).toBeNull()
})

test('a copied card shows the copied files, on its face and in its text', async () => {
  const { card, file } = await withPicture()
  const gone = ok(await upload(server, team.member, card.id, png, 'velha.png'))
  const second = ok(await upload(server, team.member, card.id, png, 'outra.png'))
  ok(await server.call(filesApi.remove, { token: team.member.token, params: { fileId: gone.id } }))
  const text = (first: number, then: number) => `![tela](file:${first}) e ![outra](file:${then}), [não](file:${first}0)\n\nfile:${file.id}`
  ok(await update(card.id, { description: text(file.id, second.id), cover_file_id: second.id }))
  const made = ok(await server.call(cardsApi.copy, { token: team.member.token, params: { cardId: card.id }, body: {} }))
  const [one, two] = made.files.map(({ id }) => id)
  expect(made.files.map(({ name }) => name)).toEqual(['tela.png', 'outra.png'])
  expect(made.cover_file_id).toBe(two)
  expect(made.description).toBe(text(one ?? 0, two ?? 0).replace(`${one}0`, `${file.id}0`))
  expect(ok(await server.call(cardsApi.get, { token: team.member.token, params: { cardId: card.id } }))).toMatchObject({
    cover_file_id: second.id,
    description: text(file.id, second.id),
  })
})
