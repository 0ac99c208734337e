import { mkdirSync } from 'node:fs'
import { authApi } from '@rodada/contract/auth/auth'
import { languages } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { picture, upload } from '../../../../test/files.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer({ alone: true })
  team = await makeTeam(server)
})
afterAll(() => server.stop())

/** What a refusal says in each language of an account. */
async function inEachLanguage(on: TestServer, { member }: Team, refused: () => Promise<{ status: number; body: { message?: string } }>) {
  const said: unknown[] = []
  for (const language of languages) {
    ok(await on.call(authApi.updateProfile, { token: member.token, body: { language } }))
    const { status, body } = await refused()
    said.push([language, status, body.message])
  }
  ok(await on.call(authApi.updateProfile, { token: member.token, body: { language: languages[0] } }))
  return said
}

describe('whatever is served of a file', () => {
  test('runs nothing, is taken for nothing else, and stays in no cache that others use', async () => {
    const { id: cardId } = await makeCard(server, team.member, team.board)
    const file = ok(await upload(server, team.member, cardId, await picture(900, 600).png().toBuffer(), 'tela.png'))
    const header = { authorization: `Bearer ${team.guest.token}` }
    const answers = new Map<string, Response>()
    for (const [part, address] of [
      ['file', file.url],
      ['preview', file.preview_url ?? ''],
    ] as const) {
      const path = address.split('?')[0] ?? ''
      answers.set(`${part} by header`, await server.raw(path, { headers: header }))
      answers.set(`${part} by address`, await server.raw(address))
      const etag = answers.get(`${part} by header`)?.headers.get('etag') ?? ''
      answers.set(`${part} that is known`, await server.raw(path, { headers: { ...header, 'if-none-match': etag } }))
      // A shared cache may keep nothing, so that a client asks each time, and is told no when the right is gone.
      answers.set(`${part} of nobody`, await server.raw(path))
    }
    answers.set('a part', await server.raw(file.url, { headers: { range: 'bytes=0-9' } }))
    const statuses = [...answers].map(([name, { status }]) => [name, status])
    expect(Object.fromEntries(statuses)).toEqual({
      ...{ 'file by header': 200, 'file by address': 200, 'file that is known': 304, 'file of nobody': 401 },
      ...{ 'preview by header': 200, 'preview by address': 200, 'preview that is known': 304, 'preview of nobody': 401 },
      'a part': 206,
    })
    for (const [name, { status, headers }] of answers) {
      expect([name, headers.get('x-content-type-options')]).toEqual([name, 'nosniff'])
      expect([name, headers.get('cache-control')]).toEqual([name, status === 401 ? 'no-store' : 'private, no-cache'])
      if (status === 401) continue
      expect([name, headers.get('content-security-policy')]).toEqual([
        name,
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
      ])
    }
    const preview = answers.get('preview by address')
    expect([preview?.headers.get('content-type'), preview?.headers.get('content-disposition')]).toEqual([
      'image/webp',
      'inline; filename="preview.webp"',
    ])
  })
})

describe('too much, by default', () => {
  test('a board takes 2 GB, to the byte, and says so in each language', async () => {
    const { id: cardId } = await makeCard(server, team.member, team.board)
    const { id } = ok(await upload(server, team.member, cardId, 'quase tudo'))
    const { db } = server.app.deps
    const used = await db
      .selectFrom('files')
      .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
      .select(['files.id', 'size', 'blobs.sha256'])
      .where('board_id', '=', team.board.id)
      .execute()
    const others = used.reduce((sum, file) => sum + (file.id === id ? 0 : file.size), 0)
    const own = used.find((file) => file.id === id)?.sha256 ?? ''
    // Two gigabytes would take the test minutes to send.
    await db
      .updateTable('blobs')
      .set({ size: 2_000_000_000 - others - 10 })
      .where('sha256', '=', own)
      .execute()
    const send = (text: string) => upload(server, team.member, cardId, text)
    expect(await inEachLanguage(server, team, () => send('onze bytes!'))).toEqual([
      ['pt-BR', 409, 'Os arquivos deste quadro já ocupam todo o espaço dele. Exclua algum para enviar outro.'],
      ['en-US', 409, 'The files of this board already take all of its space. Delete one to upload another.'],
      ['es-ES', 409, 'Los archivos de este tablero ya ocupan todo su espacio. Elimina alguno para subir otro.'],
    ])
    expect(ok(await send('dez bytes!')).size).toBe(10)
    expect(await send('x')).toMatchObject({ status: 409, body: { message: texts.boardFilesFull } })
    expect(limits.boardFileBytes).toBe(2_000_000_000)
  })

  test('a card takes a hundred files, and says so', async () => {
    const team = await makeTeam(server)
    const { id: cardId } = await makeCard(server, team.member, team.board)
    for (let at = 0; at < limits.cardFiles; at += 1) ok(await upload(server, team.member, cardId, 'o mesmo', `${at}.txt`))
    expect(await upload(server, team.member, cardId, 'mais um')).toMatchObject({
      status: 409,
      body: { message: 'Este cartão já tem 100 arquivos. Exclua algum para enviar outro.' },
    })
  })

  test('a disk that is nearly full says so in each language, with a status of its own', async () => {
    const full = await startServer({ alone: true, env: { FILES_KEEP_FREE_BYTES: String(Number.MAX_SAFE_INTEGER) } })
    try {
      mkdirSync(full.app.deps.config.files.dir, { recursive: true })
      const crew = await makeTeam(full)
      const { id: cardId } = await makeCard(full, crew.member, crew.board)
      expect(await inEachLanguage(full, crew, () => upload(full, crew.member, cardId, 'x'))).toEqual([
        ['pt-BR', 507, 'O disco do servidor está cheio, e nada foi salvo. Avise quem cuida da Rodada e tente de novo.'],
        ['en-US', 507, 'The server’s disk is full, and nothing was saved. Tell whoever looks after Rodada, and try again.'],
        ['es-ES', 507, 'El disco del servidor está lleno y no se ha guardado nada. Avisa a quien cuida de Rodada e inténtalo de nuevo.'],
      ])
    } finally {
      await full.stop()
    }
  })
})
