import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { secretFor } from './generated-secret.ts'

let dataDir: string
const folders: string[] = []
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'rodada-secret-')), 'data')
  folders.push(dataDir)
})
afterAll(() => {
  for (const folder of folders) rmSync(join(folder, '..'), { recursive: true, force: true })
})
const make = (more: object = {}) => secretFor({ secret: undefined, databaseUrl: undefined, dataDir, ...more })
const file = () => join(dataDir, 'secret')

test('is made once, for its owner alone to read, and stays', () => {
  const secret = make()
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(make()).toBe(secret)
  expect(readFileSync(file(), 'utf8').trim()).toBe(secret)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  chmodSync(file(), 0o644)
  expect(make()).toBe(secret)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

test('gives way to the SECRET of the settings, and PostgreSQL has none', () => {
  expect(make({ secret: 's'.repeat(32) })).toBe('s'.repeat(32))
  expect(make({ databaseUrl: 'postgres://x' })).toBeUndefined()
  expect(() => statSync(file())).toThrow()
})

test('that is cut short stops the start, instead of sealing with what anybody guesses', () => {
  make()
  writeFileSync(file(), '\n')
  expect(() => make()).toThrow(/secret está vazio ou cortado/)
})
