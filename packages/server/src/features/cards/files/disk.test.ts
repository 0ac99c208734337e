import { mkdirSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesApi } from '@rodada/contract/cards/files'
import { texts } from '@rodada/contract/texts/texts'
import { expect, test } from 'vitest'
import { register } from '../../../../test/accounts.ts'
import { addToBoard, makeCard, makeTeam, ok } from '../../../../test/boards.ts'
import { upload } from '../../../../test/files.ts'
import { startServer } from '../../../../test/harness.ts'

test('a disk that has little left takes no more files, and everything else is written', async () => {
  const full = await startServer({ alone: true, env: { FILES_KEEP_FREE_BYTES: String(Number.MAX_SAFE_INTEGER) } })
  try {
    const { board, member } = await makeTeam(full)
    // The folder is there once somebody uploaded.
    mkdirSync(full.app.deps.config.files.dir, { recursive: true })
    const { id: cardId } = await makeCard(full, member, board)
    const { status, body } = await upload(full, member, cardId, 'x')
    expect([status, body]).toEqual([507, { message: texts.storageFull, error: 'storage_full' }])
    expect(ok(await full.call(filesApi.list, { token: member.token, params: { cardId } }))).toEqual([])
    await makeCard(full, member, board)
  } finally {
    await full.stop()
  }
})

test('files that are announced and do not come keep nobody else out', async () => {
  const disk = await statfs(tmpdir())
  const keep = Math.max(0, disk.bavail * disk.bsize - 5_000_000_000)
  const patient = await startServer({
    alone: true,
    env: { FILES_KEEP_FREE_BYTES: String(keep), FILE_MAX_BYTES: '2000000000', BOARD_FILES_MAX_BYTES: '9000000000' },
  })
  const slow: ClientRequest[] = []
  try {
    const { board, admin, member } = await makeTeam(patient)
    const { id: cardId } = await makeCard(patient, member, board)
    const others = [admin, await register(patient), await register(patient)]
    for (const person of others) {
      if (person !== admin) await addToBoard(patient, admin, board.id, person, 'member')
      const sent = request(`${patient.app.url}/api/cards/${cardId}/files?name=a.txt`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream', 'content-length': 2_000_000_000 },
      })
      sent.on('error', () => {})
      sent.write('x')
      slow.push(sent)
    }
    const arriving = async () => (await readdir(join(patient.app.deps.config.files.dir, 'arriving')).catch(() => [])).length
    await expect.poll(arriving).toBe(others.length)
    expect((await upload(patient, member, cardId, 'y')).status).toBe(200)
  } finally {
    for (const sent of slow) sent.destroy()
    await patient.stop()
  }
})
