import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { expect, test } from 'vitest'
import { register } from '../../../../test/accounts.ts'
import { ok } from '../../../../test/boards.ts'
import { createEnvironment, startServer } from '../../../../test/harness.ts'

// With SQLite there always is one.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a start without SECRET is refused where one sealed something; with another one it goes on',
  async () => {
    const { env, cleanUp } = await createEnvironment()
    const { DATABASE_URL = '', DATA_DIR = '' } = env
    const start = (SECRET = '') => startServer({ alone: true, env: { DATABASE_URL, DATA_DIR, SECRET } })
    try {
      await (await start()).stop()
      const sealing = await start('s'.repeat(32))
      const { token } = await register(sealing)
      const pushKey = async (server: typeof sealing) => ok(await server.call(notificationsApi.delivery, { token })).push_key
      const key = await pushKey(sealing)
      await sealing.stop()
      await expect(start()).rejects.toThrow('Inicie com o mesmo de antes')
      const again = await start('s'.repeat(32))
      expect(await pushKey(again)).toBe(key)
      await again.stop()
      await (await start('t'.repeat(32))).stop()
    } finally {
      await cleanUp()
    }
  },
)
