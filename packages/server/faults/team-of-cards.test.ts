import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { filesApi } from '@rodada/contract/cards/files'
import { participantsApi } from '@rodada/contract/cards/participants'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { relationsApi } from '@rodada/contract/cards/relations'
import { expect, test } from 'vitest'
import { type Account, register } from '../test/accounts.ts'
import { makeCard, ok } from '../test/boards.ts'
import { upload } from '../test/files.ts'
import { createEnvironment } from '../test/harness.ts'
import { LiveClient } from '../test/live-client.ts'
import { makeWholeCard } from '../test/whole-card.ts'
import { callsTo } from './local.ts'
import { startLogged, uncaught } from './processes.ts'
import { until } from './until.ts'

/** Begins an upload and sends half of it; the end of its connection is nobody's error. */
async function beginUpload(url: string, { token }: Account, cardId: number): Promise<{ ended: Promise<unknown> }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', 'content-length': 200_000 }
  const sending = request(`${url}/api/cards/${cardId}/files?name=metade.bin`, { method: 'POST', headers })
  const ended = once(sending, 'error')
  await new Promise<void>((sent) => sending.write(Buffer.alloc(100_000, 'metade '), () => sent()))
  return { ended }
}

test('what a card carries, changed at one process, is seen at once at another, and outlives the process that wrote it', async () => {
  const { env, cleanUp } = await createEnvironment()
  const processes = await Promise.all([startLogged(env), startLogged(env), startLogged(env)])
  const [first, second, third] = processes
  if (!first || !second || !third) throw new Error('no processes')
  const [atFirst, atSecond, atThird] = [callsTo(first.url), callsTo(second.url), callsTo(third.url)]
  const pages: LiveClient[] = []
  try {
    const [ana, bia] = [await register(atFirst), await register(atFirst, { name: 'Bia' })]
    const { board, card, fields, shot, text, blocked } = await makeWholeCard(atFirst, ana, bia)
    const boardId = board.id
    const params = { cardId: card.id }
    const asAna = { token: ana.token, params }

    /** Bia's page at a process: what it last saw of the board, and the card after each change that somebody makes elsewhere. */
    const openPage = async (url: string) => {
      const page = await new LiveClient(url, bia.token).ready()
      pages.push(page)
      let { revision } = await page.watch(boardId)
      const sees = async (change: () => Promise<unknown>, cardId = card.id) => {
        await change()
        await page.changed(boardId, revision + 1)
        const changes = ok(
          await callsTo(url).call(boardsApi.changes, { token: bia.token, params: { boardId }, query: { since: revision } }),
        )
        revision = changes.revision
        return changes.cards.find(({ id }) => id === cardId)
      }
      return { sees, at: () => revision }
    }
    const bias = await openPage(second.url)
    const read = async (at = atSecond) => ok(await at.call(cardsApi.get, { token: bia.token, params }))

    const field = async (at: typeof atFirst, value: number) =>
      ok(await at.call(cardsApi.update, { ...asAna, body: { fields: { [fields.number]: value } } }))
    expect((await bias.sees(() => field(atFirst, 7)))?.fields).toEqual({ [fields.number]: 7 })

    const send = async (at: typeof atFirst, name: string) => ok(await upload(at, ana, card.id, `bytes de ${name}`, name))
    expect(await bias.sees(() => send(atFirst, 'pauta.txt'))).toMatchObject({ file_count: 3 })
    const files = async (at: typeof atFirst) => ok(await at.call(filesApi.list, { token: bia.token, params }))
    const url = (await files(atSecond)).find(({ name }) => name === 'pauta.txt')?.url ?? ''
    expect(await (await fetch(third.url + url)).text(), 'an address of one process at another').toBe('bytes de pauta.txt')
    const gone = await bias.sees(async () => ok(await atThird.call(filesApi.remove, { token: ana.token, params: { fileId: text.id } })))
    expect(gone).toMatchObject({ file_count: 2 })

    const anas = { ...params, userId: ana.user.id }
    const joined = await bias.sees(async () => ok(await atFirst.call(participantsApi.add, { token: ana.token, params: anas })))
    expect(joined?.participant_ids.toSorted()).toEqual([ana.user.id, bia.user.id].toSorted())

    const { id: blockerId } = await makeCard(atThird, ana, board, 'Antifraude')
    const relate = async () =>
      ok(
        await atThird.call(relationsApi.add, {
          token: ana.token,
          params: { cardId: blockerId },
          body: { kind: 'blocks', card_id: card.id },
        }),
      )
    expect(await bias.sees(relate)).toMatchObject({ blocked: true })
    const part = { token: ana.token, params: { cardId: blocked.id }, body: { kind: 'part_of', card_id: card.id } }
    expect(await bias.sees(async () => ok(await atFirst.call(relationsApi.add, part)))).toMatchObject({ subcards_total: 1 })
    expect(await bias.sees(async () => ok(await atFirst.call(recurrenceApi.remove, asAna)))).toMatchObject({ recurs: false })

    // The process dies at which all that was written, while a file arrives at it.
    const before = await read()
    const arriving = () => readdirSync(join(env.DATA_DIR ?? '', 'files/arriving'))
    const half = await beginUpload(first.url, ana, card.id)
    await until('the first half of a file', () => arriving().length === 1)
    await first.end('SIGKILL')
    await half.ended
    for (const at of [atSecond, atThird]) expect(await read(at)).toEqual(before)
    expect((await files(atThird)).map(({ name }) => name)).toEqual(['tela.png', 'pauta.txt'])
    // The page at the other process goes on, and what is sent again arrives.
    expect(await bias.sees(() => send(atThird, 'metade.bin'))).toMatchObject({ file_count: 3 })
    expect((await bias.sees(() => field(atThird, 8)))?.fields).toEqual({ [fields.number]: 8 })

    // The page's own process dies: at the one that is left it asks what it missed.
    const left = bias.at()
    await second.end('SIGKILL')
    await field(atThird, 9)
    ok(await atThird.call(participantsApi.remove, { token: ana.token, params: anas }))
    const missed = ok(await atThird.call(boardsApi.changes, { token: bia.token, params: { boardId }, query: { since: left } }))
    const caught = missed.cards.find(({ id }) => id === card.id)
    expect(caught).toMatchObject({ fields: { [fields.number]: 9 }, participant_ids: [bia.user.id], blocked: true, file_count: 3 })
    const again = await openPage(third.url)
    expect((await again.sees(() => field(atThird, 10)))?.fields).toEqual({ [fields.number]: 10 })
    expect((await read(atThird)).cover_file_id).toBe(shot.id)
    expect([third.hasEnded(), uncaught(third)]).toEqual([false, []])
  } finally {
    for (const page of pages) page.leave()
    await Promise.all(processes.map((each) => each.end('SIGTERM')))
    await cleanUp()
  }
})
