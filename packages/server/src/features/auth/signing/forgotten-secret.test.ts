import { expect, test } from 'vitest'
import { createEnvironment, startServer } from '../../../../test/harness.ts'

// With SQLite there always is one.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a start that forgets the SECRET of the starts before is refused; another one goes on',
  async () => {
    const { env, cleanUp } = await createEnvironment()
    const { DATABASE_URL = '', DATA_DIR = '' } = env
    const start = (SECRET: string) => startServer({ alone: true, env: { DATABASE_URL, DATA_DIR, SECRET } })
    const goesOn = async (secret: string) => (await start(secret)).stop()
    const isRefused = () => expect(start('')).rejects.toThrow('Inicie com o mesmo de antes')
    try {
      await goesOn('')
      await goesOn('s'.repeat(32))
      await isRefused()
      await goesOn('s'.repeat(32))
      await goesOn('t'.repeat(32))
      await isRefused()
    } finally {
      await cleanUp()
    }
  },
)
