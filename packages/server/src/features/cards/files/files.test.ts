import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { filesApi } from '@rodada/contract/cards/files'
import { texts } from '@rodada/contract/texts/texts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { jpegOfScans, movingPicture, picture, pngThatClaims, pngWithTexts, upload } from '../../../../test/files.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer({ env: { FILE_MAX_BYTES: '1000000', BOARD_FILES_MAX_BYTES: '5000000' } })
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const newCard = () => makeCard(server, team.member, team.board)
const send = (cardId: number, body: Uint8Array | string, name?: string) => upload(server, team.member, cardId, body, name)
const list = async (cardId: number) => ok(await server.call(filesApi.list, { token: team.guest.token, params: { cardId } }))
const read = (fileId: number, headers: Record<string, string> = {}, search = '') =>
  server.raw(`/api/files/${fileId}${search}`, { headers: { authorization: `Bearer ${team.guest.token}`, ...headers } })
/** Everything that is in the folder of files. */
const objects = () =>
  readdirSync(server.app.deps.config.files.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const containing = (text: string) => objects().filter((path) => readFileSync(path, 'latin1').includes(text))

describe('a file', () => {
  test('is uploaded, listed, counted on the board, told in the activity, read by who sees the card, and gone when it is deleted', async () => {
    const { id: cardId } = await newCard()
    const page = await new LiveClient(server.url(), team.guest.token).ready()
    const { revision } = await page.watch(team.board.id)
    const made = ok(await send(cardId, 'Taxas por faixa', '  taxas\tpor faixa.csv '))
    await page.changed(team.board.id, revision + 1)
    page.leave()
    expect(made).toMatchObject({ name: 'taxas por faixa.csv', type: 'text/plain', size: 15, has_preview: false, width: null })
    expect(made.user?.name).toBe('Bia')
    expect((await list(cardId)).map(({ id }) => id)).toEqual([made.id])
    const card = ok(await server.call(cardsApi.get, { token: team.guest.token, params: { cardId } }))
    expect(card.files.map(({ id, name }) => [id, name])).toEqual([[made.id, 'taxas por faixa.csv']])
    const counted = async () => {
      const { lists } = ok(await server.call(boardsApi.get, { token: team.guest.token, params: { boardId: team.board.id } }))
      return lists.flatMap(({ cards }) => cards).find((card) => card.id === cardId)?.file_count
    }
    expect(await counted()).toBe(1)
    const response = await read(made.id)
    expect([response.status, await response.text()]).toEqual([200, 'Taxas por faixa'])

    const params = { fileId: made.id }
    ok(await server.call(filesApi.remove, { token: team.member.token, params }))
    expect([(await read(made.id)).status, (await list(cardId)).length, await counted()]).toEqual([404, 0, 0])
    const activity = ok(await server.call(cardsApi.activity, { token: team.guest.token, params: { cardId } }))
    expect(activity.slice(0, 2).map(({ kind, details }) => [kind, details.to])).toEqual([
      ['card.file_removed', 'taxas por faixa.csv'],
      ['card.file_added', 'taxas por faixa.csv'],
    ])
    expect(ok(await server.call(filesApi.restore, { token: team.member.token, params })).name).toBe('taxas por faixa.csv')
    expect([(await read(made.id)).status, await counted()]).toEqual([200, 1])
    expect((await server.call(filesApi.restore, { token: team.member.token, params })).status).toBe(404)
  })

  test('with the bytes of another is stored once', async () => {
    const [one, other] = [await newCard(), await newCard()]
    const text = 'bytes que se repetem'
    const [first, second] = [ok(await send(one.id, text, 'a.txt')), ok(await send(other.id, text, 'b.txt'))]
    expect(containing(text)).toHaveLength(1)
    ok(await server.call(filesApi.remove, { token: team.member.token, params: { fileId: first.id } }))
    expect(await (await read(second.id)).text()).toBe(text)
    const again = await Promise.all(Array.from({ length: 4 }, (_, index) => send(one.id, 'ao mesmo tempo', `${index}.txt`)))
    expect([again.map(({ status }) => status), containing('ao mesmo tempo').length]).toEqual([[200, 200, 200, 200], 1])
    expect(await server.app.deps.db.selectFrom('stray_objects').selectAll().execute()).toEqual([])
  })

  test('goes with its card, and comes back with it', async () => {
    const { id: cardId } = await newCard()
    const { id } = ok(await send(cardId, 'Com o cartão'))
    ok(await server.call(cardsApi.remove, { token: team.member.token, params: { cardId } }))
    expect([
      (await read(id)).status,
      (await server.call(filesApi.remove, { token: team.member.token, params: { fileId: id } })).status,
    ]).toEqual([404, 404])
    ok(await server.call(cardsApi.restore, { token: team.member.token, params: { cardId } }))
    expect((await read(id)).status).toBe(200)
  })
})

describe('what a file is', () => {
  const html = '<!DOCTYPE html><script>alert(1)</script>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each([
    ['uma.png', html, 'application/octet-stream', 'attachment'],
    ['uma.pdf', svg, 'application/octet-stream', 'attachment'],
    ['notas.txt', `notas antes de ${html}`, 'application/octet-stream', 'attachment'],
    ['notas.md', '  \n\ufeff<?xml version="1.0"?><html/>', 'application/octet-stream', 'attachment'],
    ['pagina.html', 'só texto, sem marcas: 1 < 2 ç', 'text/plain; charset=utf-8', 'inline'],
    ['parecer.exe', '%PDF-1.7 …', 'application/pdf', 'inline'],
    ['a.txt', 'MZ\u0000\u0001', 'application/octet-stream', 'attachment'],
    ['a.gif', 'GIF89a', 'image/gif', 'inline'],
  ])('%s says its bytes, not its name', async (name, content, type, disposition) => {
    const { id: cardId } = await newCard()
    const { id } = ok(await send(cardId, content, name))
    const { headers } = await read(id)
    expect([headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]).toEqual([type, disposition])
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'private, no-cache'])
    const saved = await read(id, {}, '?download=1')
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/)
  })

  test('whatever type the client declares changes nothing', async () => {
    const { id: cardId } = await newCard()
    for (const type of [
      'text/html',
      'image/svg+xml',
      'application/json',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
    ]) {
      const response = await server.raw(`/api/cards/${cardId}/files?name=a`, {
        method: 'POST',
        headers: { authorization: `Bearer ${team.member.token}`, 'content-type': type },
        body: html,
      })
      expect([type, response.status, ((await response.json()) as { type: string }).type]).toEqual([type, 200, 'application/octet-stream'])
    }
  })
})

describe('a name', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fotos\\tela.png', 'tela.png'],
    ['/a/b/', undefined],
    ['..', undefined],
    ['', undefined],
    [' \u0000\u0007 ', undefined],
    ['fatura\u202Efdp.exe', 'faturafdp.exe'],
    ['linha\r\nSet-Cookie: a=b', 'linha Set-Cookie: a=b'],
    ['á'.normalize('NFD'), 'á'],
    [`${'é'.repeat(125)}.pdf`, `${'é'.repeat(125)}.pdf`],
    [`${'é'.repeat(126)}.pdf`, undefined],
    ['aspas " e \\barra; filename*=x.pdf', 'barra; filename*=x.pdf'],
  ])('%j becomes %j', async (given, kept) => {
    const { id: cardId } = await newCard()
    const { status, body } = await send(cardId, 'x', given)
    expect([status, status === 200 ? body.name : undefined]).toEqual([kept === undefined ? 400 : 200, kept])
    if (kept === undefined) expect([texts.fileNameRequired, texts.fileNameTooLong]).toContain(body.fields?.name)
  })

  test('that is not ASCII is told in both ways, and breaks no header', async () => {
    const { id: cardId } = await newCard()
    const { id } = ok(await send(cardId, 'x', 'relatório "final" (100%) 📎.txt'))
    expect((await read(id)).headers.get('content-disposition')).toBe(
      'inline; filename="relat_rio _final_ (100_) __.txt"; ' +
        "filename*=UTF-8''relat%C3%B3rio%20%22final%22%20%28100%25%29%20%F0%9F%93%8E.txt",
    )
  })
})

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('in %s has its size and a preview', async (format) => {
    const { id: cardId } = await newCard()
    const file = await picture().toFormat(format).toBuffer()
    const made = ok(await send(cardId, file, 'tela'))
    expect(made).toMatchObject({ type: `image/${format}`, width: 1200, height: 800, has_preview: true })
    const response = await server.raw(`/api/files/${made.id}/preview`, { headers: { authorization: `Bearer ${team.guest.token}` } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { width, height, format: drawn } = await sharp(await response.arrayBuffer()).metadata()
    expect([width, height, drawn]).toEqual([640, 427, 'webp'])
  })

  test.each(['gif', 'webp', 'apng'] as const)('that moves, as %s, is kept as it is, and its preview stands still', async (format) => {
    const { id: cardId } = await newCard()
    const file = await movingPicture(format)
    const made = ok(await send(cardId, file, 'demonstração'))
    expect(made).toMatchObject({ type: `image/${format === 'apng' ? 'png' : format}`, width: 60, height: 40, has_preview: true })
    expect(Buffer.from(await (await read(made.id)).arrayBuffer()).equals(file)).toBe(true)
    const response = await server.raw(`/api/files/${made.id}/preview`, { headers: { authorization: `Bearer ${team.guest.token}` } })
    const preview = sharp(await response.arrayBuffer(), { pages: -1 })
    const { pages = 1, pageHeight, height } = await preview.metadata()
    expect([pages, pageHeight ?? height, height]).toEqual([1, 40, 40])
    const { dominant } = await preview.stats()
    expect(dominant.r, 'the first of its pictures').toBeGreaterThan(dominant.b)
  })

  test('that claims too many pixels, or is damaged, is kept without a preview', async () => {
    const { id: cardId } = await newCard()
    const bomb = ok(await send(cardId, pngThatClaims(50_000, 50_000), 'bomba.png'))
    expect(bomb).toMatchObject({ width: 50_000, height: 50_000, has_preview: false, preview_url: null })
    const cut = (await picture().jpeg().toBuffer()).subarray(0, 2000)
    const damaged = ok(await send(cardId, cut, 'cortada.jpg'))
    expect(damaged).toMatchObject({ type: 'image/jpeg', has_preview: false })
    for (const { id } of [bomb, damaged]) {
      const params = { fileId: id }
      expect([(await read(id)).status, (await server.call(filesApi.preview, { token: team.guest.token, params })).status]).toEqual([
        200, 404,
      ])
    }
  })

  test('of more scans than any that people make is kept without a preview, because each scan goes over all pixels', async () => {
    const { id: cardId } = await newCard()
    const hasPreview = async (scans: number) => ok(await send(cardId, jpegOfScans(200, scans), 'fotos.jpg')).has_preview
    expect([await hasPreview(100), await hasPreview(101), await hasPreview(800)]).toEqual([true, false, false])
    // What stands behind the picture's end, as the film of a telephone's photo, is no part of it.
    const behind = Buffer.concat([jpegOfScans(200, 10), Buffer.from('ffda0002'.repeat(200), 'hex')])
    expect(ok(await send(cardId, behind, 'com filme.jpg')).has_preview).toBe(true)
    // Unpacked, the texts would take gigabytes and longer than a preview may.
    expect(ok(await send(cardId, await pngWithTexts(30), 'com textos.png')).has_preview).toBe(true)
  })
})

describe('too much', () => {
  test('a file that is too large is refused by its announced size and by its bytes, with a text, and leaves nothing', async () => {
    const { id: cardId } = await newCard()
    const before = objects().length
    const announced = await send(cardId, Buffer.alloc(1_000_001))
    expect([announced.status, announced.body]).toEqual([413, { message: texts.fileTooLarge, error: 'too_large' }])
    const unannounced = await server.raw(`/api/cards/${cardId}/files?name=a`, {
      method: 'POST',
      headers: { authorization: `Bearer ${team.member.token}` },
      body: new Blob([Buffer.alloc(1_200_000)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([unannounced.status, ((await unannounced.json()) as { message: string }).message]).toEqual([413, texts.fileTooLarge])
    expect((await send(cardId, '')).body.message).toBe(texts.fileEmpty)
    expect([objects().length, await list(cardId)]).toEqual([before, []])
    expect((await send(cardId, Buffer.alloc(1_000_000, 1))).status).toBe(200)
  })

  test('a board that is full answers 409, also when it became full meanwhile, and has room again after a deletion', async () => {
    const { board, member } = await makeTeam(server)
    const { id: cardId } = await makeCard(server, member, board)
    const fill = (byte: number) => upload(server, member, cardId, Buffer.alloc(1_000_000, byte), `${byte}.bin`)
    for (const byte of [2, 3, 4]) ok(await fill(byte))
    // All pass the first look, and only two of them the last.
    const late = await Promise.all([5, 6, 7, 8].map(fill))
    expect(late.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect(late.find(({ status }) => status === 409)?.body.message).toBe(texts.boardFilesFull)
    expect((await upload(server, member, cardId, 'x')).status).toBe(409)
    const files = ok(await server.call(filesApi.list, { token: member.token, params: { cardId } }))
    expect(files).toHaveLength(5)
    const fileId = files[0]?.id ?? 0
    ok(await server.call(filesApi.remove, { token: member.token, params: { fileId } }))
    expect((await upload(server, member, cardId, 'x')).status).toBe(200)
    const back = await server.call(filesApi.restore, { token: member.token, params: { fileId } })
    expect([back.status, back.body.message]).toEqual([409, texts.boardFilesFull])
    // What is on a deleted card takes no room, and needs it to come back.
    ok(await server.call(cardsApi.remove, { token: member.token, params: { cardId } }))
    const other = await makeCard(server, member, board)
    const again = ok(await upload(server, member, other.id, Buffer.alloc(1_000_000, 9)))
    const restore = () => server.call(cardsApi.restore, { token: member.token, params: { cardId } })
    expect(await restore()).toMatchObject({ status: 409, body: { message: texts.boardFilesFull } })
    ok(await server.call(filesApi.remove, { token: member.token, params: { fileId: again.id } }))
    ok(await restore())
    expect(await server.app.deps.db.selectFrom('stray_objects').selectAll().execute()).toEqual([])
  })
})

describe('a part of a file', () => {
  const text = '0123456789'
  const part = async (range: string, more: Record<string, string> = {}) => {
    const { id: cardId } = await newCard()
    const { id } = ok(await send(cardId, text))
    const response = await read(id, { range, ...more })
    return [response.status, await response.text(), response.headers.get('content-range')]
  }
  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-999', 206, '56789', 'bytes 5-9/10'],
    ['bytes=-999', 206, text, 'bytes 0-9/10'],
    ['bytes=3-1', 200, text, null],
    ['bytes=0-1,3-4', 200, text, null],
    ['lines=1-2', 200, text, null],
    ['bytes=', 200, text, null],
  ])('%s answers %i', async (range, status, content, told) => {
    expect(await part(range)).toEqual([status, content, told])
  })

  test('that begins beyond the end is 416, and one of other bytes is all of them', async () => {
    expect((await part('bytes=10-'))[0]).toBe(416)
    expect((await part('bytes=-0'))[0]).toBe(416)
    expect(await part('bytes=0-3', { 'if-range': '"outra"' })).toEqual([200, text, null])
  })

  test('is compressed by nobody, and who has the file is told so', async () => {
    const { id: cardId } = await newCard()
    const { id } = ok(await send(cardId, 'linha\n'.repeat(5000)))
    const whole = await read(id, { 'accept-encoding': 'gzip' })
    expect([whole.headers.get('content-encoding'), whole.headers.get('content-length')]).toEqual([null, '30000'])
    const etag = whole.headers.get('etag') ?? ''
    const known = await read(id, { 'if-none-match': etag })
    expect([known.status, await known.text()]).toEqual([304, ''])
  })
})

describe('a signed address', () => {
  const withFile = async () => {
    const { id: cardId } = await newCard()
    return ok(await send(cardId, await picture(80, 40).png().toBuffer(), 'tela.png'))
  }

  test('shows the file and its preview without a header, to the session that it was given', async () => {
    const { id } = await withFile()
    const [address] = ok(await server.call(filesApi.addresses, { token: team.guest.token, query: { ids: `${id},999999999` } }))
    expect(address?.url).not.toContain(team.guest.token)
    for (const url of [address?.url, address?.preview_url, `${address?.url}&download=1`])
      expect((await server.raw(url ?? '')).status).toBe(200)
    expect(Date.parse(address?.expires_at ?? '') - Date.now()).toBeGreaterThan(4 * 60_000)
  })

  test('opens nothing else, nor when it was changed or is over', async () => {
    const [one, other] = [await withFile(), await withFile()]
    const key = one.url.split('?')[1] ?? ''
    const [session = '', until = '', mac = ''] = key.slice(4).split('.')
    for (const url of [
      `/api/files/${other.id}?${key}`,
      `/api/files/${one.id}/preview?${key}`,
      `/api/cards/${one.card_id}/files?${key}`,
      `/api/files/${one.id}?key=${Number(session) + 1}.${until}.${mac}`,
      `/api/files/${one.id}?key=${session}.${Number(until) + 300}.${mac}`,
      `/api/files/${one.id}?key=${session}.${until}.${mac.slice(0, -1)}`,
      `/api/files/${one.id}?key=`,
      `/api/files/${one.id}`,
    ]) {
      expect([url, (await server.raw(url)).status]).toEqual([url, 401])
    }
    const removed = await server.raw(one.url, { method: 'DELETE' })
    expect(removed.status).toBe(401)
  })

  test('ends with its session, and with the right to see the card', async () => {
    const { board, admin, member, guest } = await makeTeam(server)
    const { id: cardId } = await makeCard(server, member, board)
    const { id } = ok(await upload(server, member, cardId, 'Só do time'))
    const addressFor = async ({ token }: { token: string }) =>
      ok(await server.call(filesApi.addresses, { token, query: { ids: `${id}` } })).map(({ url }) => url)
    const [ofGuest = ''] = await addressFor(guest)
    const [ofMember = ''] = await addressFor(member)
    for (const url of [ofGuest, ofMember]) expect((await server.raw(url)).status).toBe(200)
    ok(await server.call(boardsApi.removeMember, { token: admin.token, params: { boardId: board.id, userId: guest.user.id } }))
    expect([(await server.raw(ofGuest)).status, await addressFor(guest)]).toEqual([404, []])
    ok(await server.call(authApi.logout, { token: member.token }))
    expect((await server.raw(ofMember)).status).toBe(401)
  })
})
