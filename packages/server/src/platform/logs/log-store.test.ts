import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogStore } from './log-store.ts'
import { redacted } from './redacted.ts'

let folder: string
const printed: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rodada-log-store-'))
  printed.length = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (name = 'maquina:3000') => createLogStore({ folder, name, print: (line) => printed.push(line) })
const line = (msg: string, level = 30, more: object = {}) =>
  `${JSON.stringify({ level, time: Date.now(), pid: 1, hostname: 'x', ...more, msg })}\n`
const messages = (store: ReturnType<typeof open>, filter = {}) => store.read({ limit: 100, ...filter }).map(({ message }) => message)

test('lines are found by level, text without accents, and page', () => {
  const store = open()
  store.write(line('início'))
  store.write(line('lento', 40, { job: 'Presença' }))
  store.write(line('quebrou', 50, { err: { message: 'disco cheio' } }))
  expect(messages(store)).toEqual(['quebrou', 'lento', 'início'])
  expect(messages(store, { level: 'warn' })).toEqual(['quebrou', 'lento'])
  expect(messages(store, { q: 'presenca' })).toEqual(['lento'])
  expect(messages(store, { q: 'INICIO' })).toEqual(['início'])
  const [first] = store.read({ limit: 1 })
  expect(messages(store, { before: first?.id })).toEqual(['lento', 'início'])
  store.close()
})

test('lines outlive the process, and one that was cut by its death is passed over', () => {
  const before = open()
  before.write(line('antes da queda'))
  before.close()
  appendFileSync(join(folder, 'maquina-3000.log'), '{"level":50,"time":17')
  const after = open()
  after.write(line('depois'))
  expect(messages(after)).toEqual(['depois', 'antes da queda'])
  after.close()
})

test('what is kept has an end, in memory and on the disk', () => {
  const store = open()
  for (let index = 0; index < 7000; index++) store.write(line(`linha ${index} ${'x'.repeat(1500)}`))
  expect(store.read({ limit: 100_000 }).length).toBeLessThanOrEqual(5500)
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  expect(sizes.length).toBe(2)
  expect(Math.max(...sizes)).toBeLessThan(4.1 * 1024 * 1024)
  store.write(line('comprida', 50, { body: 'y'.repeat(100_000) }))
  const [long] = store.read({ limit: 1 })
  expect([long?.message, long?.facts.length]).toEqual(['comprida', expect.any(Number)])
  expect(long?.facts.length).toBeLessThan(8000)
  store.close()
})

test('without a folder to write to the lines are in memory', () => {
  writeFileSync(join(folder, 'file'), '')
  const store = createLogStore({ folder: join(folder, 'file', 'logs'), name: 'x', print: () => {} })
  expect(store.file).toBeUndefined()
  store.write(line('assim mesmo'))
  expect(messages(store)).toEqual(['assim mesmo'])
})

test('secrets are taken out of what is printed and of what is kept', () => {
  const store = open()
  const secret = 'q1w2e3r4t5y6u7i8o9p0'
  store.write(line('request failed', 50, { body: { password: secret, name: 'Ana' }, inner: JSON.stringify({ token: secret }) }))
  store.write(line(`connect ECONNREFUSED postgres://rodada:${secret}@db:5432/rodada`, 50))
  store.write(line(`GET /x?token=${secret}&page=2 Bearer ${secret}`, 50))
  store.write(line(`GET /convite/${secret}${secret}`, 50))
  expect(printed.join('')).not.toContain(secret)
  expect(JSON.stringify(store.read({ limit: 10 }))).not.toContain(secret)
  expect(printed[0]).toContain('"name":"Ana"')
  expect(printed[2]).toContain('page=2')
  expect(() => JSON.parse(printed[0] ?? '')).not.toThrow()
  store.close()
})

test('an error code is no secret', () => {
  expect(redacted('{"err":{"code":"ECONNREFUSED"}}')).toContain('ECONNREFUSED')
})
