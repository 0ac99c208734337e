import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../test/databases.ts'
import { createEnvironment, startServer } from '../../test/harness.ts'
import { within } from '../../test/past-the-server.ts'

const base = process.env.TEST_DATABASE_URL

test.runIf(base)('a user of PostgreSQL who may not make tables is told so', async () => {
  if (!base) return
  const databaseUrl = await createDatabase(base)
  const role = `rodada_${randomBytes(6).toString('hex')}`
  const { env, cleanUp } = await createEnvironment()
  try {
    await within(databaseUrl, (client) => client.query(`create role ${role} login password 'senha'`))
    const own = new URL(databaseUrl)
    Object.assign(own, { username: role, password: 'senha' })
    const starting = startServer({ alone: true, env: { DATA_DIR: env.DATA_DIR ?? '', DATABASE_URL: own.href } })
    await expect(starting).rejects.toThrow('não pode criar tabelas nesse banco')
  } finally {
    await cleanUp()
    await dropDatabase(base, databaseUrl)
    await within(base, (client) => client.query(`drop role ${role}`))
  }
})
