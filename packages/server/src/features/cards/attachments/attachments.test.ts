import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer()
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const add = (cardId: number, url: string, title?: string) =>
  server.call(attachmentsApi.add, { token: team.member.token, params: { cardId }, body: { url, ...(title !== undefined && { title }) } })

test('its kind is named in the language of the person who adds it', async () => {
  const { id } = await makeCard(server, team.member, team.board)
  const speaks = (language: string) => server.call(authApi.updateProfile, { token: team.member.token, body: { language } })
  ok(await speaks('en-US'))
  expect(ok(await add(id, 'https://drive.google.com/drive/folders/1abc')).title).toBe('Folder')
  ok(await speaks('pt-BR'))
})

test.each([
  ['https://docs.google.com/document/d/1abc/edit#heading=h', 'document', 'Documento'],
  ['https://docs.google.com/spreadsheets/d/1abc/edit?gid=0', 'spreadsheet', 'Planilha'],
  ['https://docs.google.com/presentation/d/1abc', 'presentation', 'Apresentação'],
  ['https://docs.google.com/forms/d/1abc', 'file', 'Arquivo'],
  ['https://drive.google.com/file/d/1abc/view', 'file', 'Arquivo'],
  ['https://drive.google.com/open?id=1abc', 'file', 'Arquivo'],
  ['https://drive.google.com/drive/folders/1abc', 'folder', 'Pasta'],
  ['https://drive.google.com.mal.com/drive/folders/1', 'link', 'drive.google.com.mal.com'],
  ['https://exemplo.com.br/ata', 'link', 'exemplo.com.br'],
])('%s becomes a row that says what it is', async (url, kind, title) => {
  const { id } = await makeCard(server, team.member, team.board)
  expect(ok(await add(id, url))).toMatchObject({ url, kind, title, user: { name: 'Bia' } })
})

test.each([
  'http://drive.google.com/file/d/1',
  'javascript:alert(1)',
  'data:text/html,x',
  'drive.google.com/file/d/1',
  '//exemplo.com',
  'https://',
  '',
  `https://exemplo.com/${'x'.repeat(2048)}`,
])('%s is refused', async (url) => {
  const { id } = await makeCard(server, team.member, team.board)
  const { status, body } = await add(id, url)
  expect([status, body.fields]).toEqual([400, { url: texts.attachmentUrlInvalid }])
})

test('an attachment is renamed and removed, and the board counts', async () => {
  const { id } = await makeCard(server, team.member, team.board)
  const counted = async () => {
    const { lists } = ok(await server.call(boardsApi.get, { token: team.guest.token, params: { boardId: team.board.id } }))
    return lists.flatMap(({ cards }) => cards).find((card) => card.id === id)?.attachment_count
  }
  const made = ok(await add(id, 'https://docs.google.com/document/d/1', '  Ata da   reunião '))
  expect(made.title).toBe('Ata da   reunião')
  ok(await add(id, 'https://exemplo.com.br/x'))
  expect(await counted()).toBe(2)
  const params = { cardId: id, attachmentId: made.id }
  const rename = (title: string) => server.call(attachmentsApi.rename, { token: team.member.token, params, body: { title } })
  expect(ok(await rename('Pauta')).title).toBe('Pauta')
  expect(ok(await rename('')).title).toBe('Documento')
  expect((await rename('x'.repeat(256))).body.fields).toEqual({ title: texts.attachmentTitleTooLong })
  ok(await server.call(attachmentsApi.remove, { token: team.member.token, params }))
  expect(await counted()).toBe(1)
  expect((await rename('X')).status).toBe(404)
  const activity = ok(await server.call(cardsApi.activity, { token: team.guest.token, params: { cardId: id } }))
  expect(activity.filter(({ kind }) => kind === 'card.attached').map(({ details }) => details.to)).toEqual([
    'exemplo.com.br',
    'Ata da   reunião',
  ])
})

test('an attachment is found only on its card, and a card has room for fifty', async () => {
  const [one, other] = [await makeCard(server, team.member, team.board), await makeCard(server, team.member, team.board)]
  const { id } = ok(await add(one.id, 'https://exemplo.com.br/x'))
  const elsewhere = { token: team.member.token, params: { cardId: other.id, attachmentId: id } }
  expect((await server.call(attachmentsApi.remove, elsewhere)).status).toBe(404)
  for (let count = 1; count < 50; count++) ok(await add(one.id, `https://exemplo.com.br/${count}`))
  const { status, body } = await add(one.id, 'https://exemplo.com.br/51')
  expect([status, body.message]).toEqual([409, texts.tooManyAttachments])
})
