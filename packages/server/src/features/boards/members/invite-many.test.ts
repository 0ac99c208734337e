import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, confirmAddress, freshEmail, register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { type Mailbox, openMailbox, untilSent } from '../../../../test/mailbox.ts'

let server: TestServer
let mailing: TestServer
let mailbox: Mailbox
let ana: Account
let bia: Account
let caio: Account
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer()
  mailing = await startServer({ env: { ...mailbox.env, RATE_LIMIT_FACTOR: '1' } })
  await register(server)
  ana = await register(server, { name: 'Ana' })
  bia = await register(server, { name: 'Bia' })
  caio = await register(server, { name: 'Caio' })
})
afterAll(async () => {
  await server.stop()
  await mailing.stop()
  await mailbox.stop()
})

const inviteMany = (boardId: number, emails: string[], by = ana, at = server, role: 'member' | 'guest' = 'member') =>
  at.call(invitationsApi.make, { token: by.token, params: { boardId }, body: { emails, role } })

test('of many at once, who has an account is added, who is there stays, and the others get a link each, which leads in', async () => {
  const { id: boardId } = await makeBoard(server, ana)
  await addToBoard(server, ana, boardId, caio, 'member')
  const [first, second] = [freshEmail(), freshEmail()]
  const { outcomes } = ok(await inviteMany(boardId, [bia.email, caio.email, first, second.toUpperCase(), first], ana, server, 'guest'))
  expect(outcomes.map(({ email, outcome }) => [email, outcome])).toEqual([
    [bia.email, 'added'],
    [caio.email, 'member'],
    [first, 'linked'],
    [second, 'linked'],
  ])
  const links = outcomes.flatMap(({ url }) => (url === null ? [] : [url.split('#')[1] ?? '']))
  expect(new Set(links).size).toBe(2)
  const davi = await register(server, { email: first })
  ok(await server.call(invitationsApi.accept, { token: davi.token, body: { token: links[0] ?? '' } }))
  const { members } = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId } }))
  expect(members.map(({ user_id, role }) => [user_id, role])).toEqual([
    [ana.user.id, 'admin'],
    [caio.user.id, 'member'],
    [bia.user.id, 'guest'],
    [davi.user.id, 'guest'],
  ])
})

test('what is full is said of those who found no place', async () => {
  const { id: boardId } = await makeBoard(server, ana)
  ok(await inviteMany(boardId, Array.from({ length: 99 }, freshEmail)))
  const { outcomes } = ok(await inviteMany(boardId, [freshEmail(), freshEmail()]))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['linked', 'full'])
})

test('letters go to the addresses, from people with a confirmed address, and a used up limit leaves the others', async () => {
  const rute = await register(mailing, { name: 'Rute' })
  const { id: boardId } = await makeBoard(mailing, rute)
  const [first, second] = [freshEmail(), freshEmail()]
  const refused = await inviteMany(boardId, [first], rute, mailing)
  expect([refused.status, refused.body]).toMatchObject([403, { message: texts.inviterUnconfirmed }])
  await confirmAddress(mailing, rute)
  for (let turn = 0; turn < 10; turn += 1) ok(await inviteMany(boardId, [first], rute, mailing))
  const { outcomes } = ok(await inviteMany(boardId, [first, second], rute, mailing))
  expect(outcomes).toEqual([
    { email: first, outcome: 'later', url: null },
    { email: second, outcome: 'mailed', url: null },
  ])
  await untilSent(mailing)
  expect(mailbox.take(second).map(({ subject }) => subject)).toEqual(['Rute convidou você para um quadro da Rodada'])
})
