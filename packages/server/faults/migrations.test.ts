import { join } from 'node:path'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/database.ts'
import { login, register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { createEnvironment, startProcess } from '../test/harness.ts'
import { callsTo, failedStart } from './local.ts'

const nodeArgs = ['--import', join(import.meta.dirname, 'broken-migration.ts')]

/** Every table with its columns, and how many rows each holds. */
async function contents(env: Record<string, string>): Promise<Record<string, unknown>> {
  const { db } = await openDatabase(readConfig(env))
  try {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
    const described: Record<string, unknown> = {}
    for (const { name, columns } of tables.sort((a, b) => a.name.localeCompare(b.name))) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
      described[name] = { columns: columns.map((column) => `${column.name} ${column.dataType}`).sort(), rows: Number(rows[0]?.count) }
    }
    return described
  } finally {
    await db.destroy()
  }
}

describe.each([['SQLite', true], ...(process.env.TEST_DATABASE_URL ? [['PostgreSQL', false] as const] : [])] as const)(
  'on %s',
  (_name, sqlite) => {
    test('a migration that fails half-way leaves nothing behind, says so, and the mended one works', async () => {
      const { env, cleanUp } = await createEnvironment({}, { sqlite })
      try {
        const old = await startProcess(env)
        const ana = await register(callsTo(old.url))
        const board = await makeBoard(callsTo(old.url), ana)
        const card = await makeCard(callsTo(old.url), ana, board)
        const params = { cardId: card.id }
        ok(await callsTo(old.url).call(commentsApi.add, { token: ana.token, params, body: { content: 'antes' } }))
        await old.stop()
        const before = await contents(env)

        /** Signs in and reads what was there before. */
        const titleIn = async (running: { url: string }) => {
          const token = await login(callsTo(running.url), ana)
          const { lists } = ok(await callsTo(running.url).call(boardsApi.get, { token, params: { boardId: board.id } }))
          const comments = ok(await callsTo(running.url).call(commentsApi.list, { token, params }))
          return { title: lists[0]?.cards[0]?.title, comments: comments.map(({ content }) => content) }
        }

        for (const attempt of ['first', 'second']) {
          const { code, said } = await failedStart(env, { nodeArgs })
          expect([attempt, code]).toEqual([attempt, 1])
          expect(said).toContain('A atualização do banco de dados falhou em 9999-halfway')
          expect(said).toContain('Nada foi mudado: o banco está como a versão anterior o deixou.')
          expect(said).toContain('Volte a ela, ou instale uma que corrija isto, e inicie de novo.')
          expect(await contents(env)).toEqual(before)
        }

        const back = await startProcess(env)
        expect(await titleIn(back)).toEqual({ title: 'Pix parcelado', comments: ['antes'] })
        await back.stop()

        const mended = await startProcess({ ...env, FAULT_MIGRATION: 'mended' }, { nodeArgs })
        expect(await titleIn(mended)).toEqual({ title: 'Pix parcelado !', comments: [] })
        await mended.stop()

        const { code, said } = await failedStart(env)
        expect(code).toBe(1)
        expect(said).toContain('O banco é de uma versão mais nova da Rodada (9998-soundness).')
      } finally {
        await cleanUp()
      }
    })
  },
)
