import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { afterRestore } from './restore-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true })
})
afterAll(() => server.stop())

/** What a column is called that holds something by which one gets in, acts, or is reached. */
const secretive = /token|hash|secret|verifier|endpoint|p256dh|^auth$|^url$|^data$|public_id|^code$|^value$/
/** Columns that are called so and hold nothing of the kind, each with what it holds. */
const harmless: Record<string, string> = {
  'attachments.url': 'a link that somebody put on a card, which every reader of the board has',
  'github_links.url': 'the address of an issue',
  'github_deliveries.body_hash': 'which deliveries came already',
  'known_devices.address_hash': 'where somebody signed in before; it opens nothing',
  'settings.value': 'what a person chose',
  'instance_settings.value': 'what the administration chose',
  'votes.value': 'a card of a round',
}

test('every table with a secret ends it when a copy is restored, or says that it only locks', async () => {
  const tables = (await server.app.deps.db.introspection.getTables()).filter(
    ({ name }) => !/^(kysely|sqlite)_|^card_search($|_)/.test(name),
  )
  const known = new Set(Object.keys(afterRestore))
  const named = tables.map(({ name }) => name).filter((name) => name !== 'card_search_queue')
  expect(named.filter((name) => !known.has(name))).toEqual([])
  const open = tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => secretive.test(column.name) && !Object.hasOwn(harmless, `${name}.${column.name}`))
      .filter(() => afterRestore[name as keyof typeof afterRestore] === 'kept')
      .map((column) => `${name}.${column.name}`),
  )
  expect(open).toEqual([])
  // The pattern finds what it is for.
  const found = tables.flatMap(({ name, columns }) => (columns.some((column) => secretive.test(column.name)) ? [name] : []))
  expect(found).toEqual(expect.arrayContaining(['sessions', 'push_subscriptions', 'invitations', 'recovery_codes', 'slack_hooks', 'seats']))
})
