import { expect, test } from 'vitest'
import { answered, openConnection } from './connection.ts'

const url = process.env.TEST_REDIS_URL ?? ''

test.runIf(url)('an answer that waited while the process stood still is not taken for none', async () => {
  const client = await openConnection(url)
  try {
    const asked = answered(client.ping())
    for (const until = performance.now() + 2000; performance.now() < until; );
    expect(await asked).toBe('PONG')
  } finally {
    client.destroy()
  }
})
