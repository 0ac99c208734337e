import { readdirSync, readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { authApi } from '@rodada/contract/auth/auth'
import { avatarApi } from '@rodada/contract/auth/avatar-upload'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { texts } from '@rodada/contract/texts/texts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { jpegOfScans, pngWithTexts } from '../../../../test/files.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
let ana: Account
beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server, { name: 'Ana' })
})
afterAll(() => server.stop())

const upload = (body: Uint8Array, who = ana) => server.call(avatarApi.upload, { token: who.token, body })
const profile = async (who = ana) => ok(await server.call(authApi.profile, { token: who.token }))
/** Left half red, right half blue. */
const halves = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } }, left: width / 2, top: 0 },
  ])
/** The program that draws a picture for this one right now. @throws when there is none */
function drawingProgram(): number {
  const read = (pid: string, name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8')
  const isOurs = (pid: string) =>
    read(pid, 'cmdline').includes('draw-picture.ts') && read(pid, 'status').includes(`PPid:\t${process.pid}\n`)
  const isFound = (pid: string) => {
    try {
      return isOurs(pid)
    } catch {
      return false
    }
  }
  const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isFound(name))
  if (found === undefined) throw new Error('nothing is drawn')
  return Number(found)
}
/** A PNG that says it has this size and has no pixels. */
function claims(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))])
}

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'in %s is drawn again, square, and served so that browsers take it for nothing else',
    async (format) => {
      const file = await halves()
        .withExif({ IFD0: { Copyright: 'segredo-da-camera' } })
        .toFormat(format)
        .toBuffer()
      const { avatar_url } = ok(await upload(file))
      expect(await profile()).toMatchObject({ avatar_url, uploaded_avatar: avatar_url })
      // Every process has it.
      for (const url of server.urls) {
        const response = await fetch(url + avatar_url)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
        expect(response.headers.get('content-disposition')).toBe('inline; filename="avatar.webp"')
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        const bytes = Buffer.from(await response.arrayBuffer())
        expect(bytes.includes('segredo-da-camera')).toBe(false)
        const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
        expect([info.width, info.height]).toEqual([256, 256])
        const at = (x: number) => [...data.subarray((128 * 256 + x) * 3, (128 * 256 + x) * 3 + 3)]
        const [left, right] = [at(30), at(226)]
        expect([left[0] ?? 0, right[2] ?? 0].every((value) => value > 200)).toBe(true)
        expect([left[2] ?? 255, right[0] ?? 255].every((value) => value < 60)).toBe(true)
      }
    },
  )

  test('of more scans than any that people make is refused, because each scan goes over all pixels', async () => {
    expect(await upload(jpegOfScans(200, 100))).toMatchObject({ status: 200 })
    expect(await upload(jpegOfScans(200, 101))).toMatchObject({ status: 400, body: { fields: { avatar: texts.avatarType } } })
  })

  test('with packed texts is drawn without unpacking them', async () => {
    // Unpacked, they take more than the memory that a picture may take, and it is given up.
    expect((await upload(await pngWithTexts(40))).status).toBe(200)
  })

  test('whose drawing takes too much is given up with a text, and the server goes on', async () => {
    // In this process alone: the program is found among its children.
    const single = await startServer({ alone: true })
    try {
      const { token } = await register(single)
      const send = async (picture: Promise<Buffer>) => single.call(avatarApi.upload, { token, body: await picture })
      const answer = send(halves(4000, 4000).png().toBuffer())
      // As the time limit, the bound of the memory and a system without memory do.
      await vi.waitFor(() => process.kill(drawingProgram(), 'SIGKILL'), { interval: 5, timeout: 10_000 })
      expect(await answer).toMatchObject({ status: 400, body: { fields: { avatar: texts.avatarTooCostly } } })
      expect((await send(halves().png().toBuffer())).status).toBe(200)
    } finally {
      await single.stop()
    }
  })

  test('replaces the one before, which is gone', async () => {
    const file = await halves().png().toBuffer()
    const { avatar_url: first } = ok(await upload(file))
    const { avatar_url: second } = ok(await upload(file))
    expect(first).not.toBe(second)
    expect([(await server.raw(first)).status, (await server.raw(second)).status]).toEqual([404, 200])
  })

  test('is deleted with a call, and its owner has an initial again', async () => {
    const { avatar_url } = ok(await upload(await halves().png().toBuffer()))
    ok(await server.call(avatarApi.remove, { token: ana.token }))
    expect(await profile()).toMatchObject({ avatar_url: null, uploaded_avatar: null })
    expect((await server.raw(avatar_url)).status).toBe(404)
    ok(await server.call(authApi.updateProfile, { token: ana.token, body: { avatar_url: 'sol' } }))
    ok(await server.call(avatarApi.remove, { token: ana.token }))
    expect((await profile()).avatar_url).toBe('sol')
  })

  test('is kept while a drawn avatar is in use; the picture of another person, or from elsewhere, is refused', async () => {
    const bia = await register(server)
    const file = await halves().png().toBuffer()
    const [{ avatar_url }, { avatar_url: hers }] = [ok(await upload(file)), ok(await upload(file, bia))]
    const choose = (avatar: unknown) => server.call(authApi.updateProfile, { token: ana.token, body: { avatar_url: avatar } })
    expect(ok(await choose('lua'))).toMatchObject({ avatar_url: 'lua', uploaded_avatar: avatar_url })
    for (const other of [
      hers,
      'https://exemplo.com/a.png',
      '/api/avatars/x',
      '/api/avatars/../auth/profile',
      `/api/avatars/${'x'.repeat(43)}`,
    ]) {
      expect(await choose(other)).toMatchObject({ status: 400, body: { fields: { avatar_url: texts.avatarElsewhere } } })
    }
    expect(ok(await choose(avatar_url)).avatar_url).toBe(avatar_url)
  })
})

describe('a file that is not a picture', () => {
  test('is refused with the reason, whatever it is called', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>')
    const gif = await halves().gif().toBuffer()
    const cut = (await halves().jpeg().toBuffer()).subarray(0, 2000)
    for (const file of [svg, gif, cut, Buffer.from('GIF89a'), Buffer.alloc(100), Buffer.alloc(0)]) {
      const { status, body } = await upload(file)
      expect([status, body]).toEqual([400, { message: texts.avatarType, error: 'invalid', fields: { avatar: texts.avatarType } }])
    }
    const response = await server.raw('/api/auth/avatar', {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'image/png' },
      body: svg,
    })
    expect(response.status).toBe(400)
  })

  test('is 413 when it is too large, in bytes or in the pixels that it claims', async () => {
    const large = await upload(Buffer.alloc(2 * 1024 * 1024 + 1))
    expect([large.status, large.body]).toEqual([413, { message: texts.avatarTooLarge, error: 'too_large' }])
    for (const [width, height] of [
      [50_000, 50_000],
      [5001, 1],
      [1, 20_000],
    ] as const) {
      const { status, body } = await upload(claims(width, height))
      expect([width, status, body]).toEqual([width, 413, { message: texts.avatarTooWide, error: 'too_large' }])
    }
    expect((await upload(claims(400, 400))).status).toBe(400)
  })

  test('leaves the paths that read JSON as they are', async () => {
    const file = new Uint8Array(await halves().png().toBuffer())
    for (const type of ['image/png', 'application/octet-stream']) {
      const response = await server.raw('/api/auth/login', { method: 'POST', headers: { 'content-type': type }, body: file })
      expect(response.status).toBe(415)
    }
  })

  test("a picture's name cannot lead to another file", async () => {
    for (const name of ['x', 'x'.repeat(43), '..%2fauth%2fprofile', '%00', '\0'.repeat(43), "' or 1=1 --"]) {
      expect((await server.raw(`/api/avatars/${encodeURIComponent(name)}`)).status).toBe(404)
    }
  })
})

test('a new picture is shown at once on boards and at the tables where the one before was, unless another was chosen there', async () => {
  const bia = await register(server, { name: 'Bia' })
  ok(await server.call(authApi.updateProfile, { token: bia.token, body: { avatar_url: 'sol' } }))
  const board = await makeBoard(server, bia)
  const page = await new LiveClient(server.url(), bia.token).ready()
  const { revision } = await page.watch(board.id)
  const player = await new RoomClient(server.url(), { token: bia.token }).ready()
  const watcher = await new RoomClient(server.url()).ready()
  const { roomId } = await openRoom(watcher)
  await watcher.join(roomId, 'Caio')
  await player.join(roomId, 'Bia', { avatar: 'sol' })
  const file = await halves().png().toBuffer()
  const told = watcher.next('updateUsers', (people) => people.some(({ avatar }) => avatar?.startsWith('/api/avatars/')))
  const { avatar_url } = ok(await upload(file, bia))
  await page.changed(board.id, revision + 1)
  const { members } = ok(await server.call(boardsApi.get, { token: bia.token, params: { boardId: board.id } }))
  expect(members[0]?.user.avatar_url).toBe(avatar_url)
  expect((await told).find(({ name }) => name === 'Bia')?.avatar).toBe(avatar_url)
  const chosen = watcher.next('updateUsers', (people) => people.some(({ avatar }) => avatar === 'vela'))
  await player.send('joinRoom', { roomId, userName: 'Bia', userRole: 'participant', avatar: 'vela' })
  await chosen
  const { avatar_url: second } = ok(await upload(file, bia))
  const seats = await server.app.deps.db.selectFrom('seats').select('avatar').where('user_id', '=', bia.user.id).execute()
  expect([second === avatar_url, seats]).toEqual([false, [{ avatar: 'vela' }]])
  for (const client of [player, watcher]) client.leave()
  page.leave()
})
