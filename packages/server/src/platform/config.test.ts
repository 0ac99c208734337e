import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const main = join(import.meta.dirname, '../main.ts')

describe('settings', () => {
  test('without any, the program runs alone on this machine', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: undefined,
      redisUrl: undefined,
      publicUrl: undefined,
      metricsToken: undefined,
      publicRooms: true,
      rateLimitFactor: 1,
      logLevel: 'info',
    })
  })

  test('mail needs to know whom it comes from and where its links lead', () => {
    const all = { SMTP_URL: 'smtp://h:25', MAIL_FROM: 'Rodada <rodada@exemplo.com.br>', PUBLIC_URL: 'https://rodada.exemplo.com.br' }
    expect(readConfig(all).mail).toEqual({ url: all.SMTP_URL, from: all.MAIL_FROM })
    expect(readConfig({ ...all, SMTP_URL: '' }).mail).toBeUndefined()
    for (const missing of ['MAIL_FROM', 'PUBLIC_URL']) expect(() => readConfig({ ...all, [missing]: '' })).toThrow(/SMTP_URL: .*MAIL_FROM/)
  })

  test('GitHub needs both halves of its credentials; an Enterprise host brings its own API', () => {
    const both = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'segredo' }
    expect(readConfig({}).github).toBeUndefined()
    expect(readConfig(both).github).toMatchObject({ url: 'https://github.com', apiUrl: 'https://api.github.com' })
    expect(readConfig({ ...both, GITHUB_URL: 'https://git.exemplo.com.br/' }).github).toMatchObject({
      url: 'https://git.exemplo.com.br',
      apiUrl: 'https://git.exemplo.com.br/api/v3',
    })
    expect(readConfig({ ...both, GITHUB_API_URL: 'https://api.exemplo.com.br/' }).github?.apiUrl).toBe('https://api.exemplo.com.br')
    for (const [name, value] of Object.entries(both)) expect(() => readConfig({ [name]: value })).toThrow(/GITHUB_CLIENT_SECRET/)
  })

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', REDIS_URL: '', TRUST_PROXY: '', METRICS_TOKEN: '' })).toEqual({
      ...readConfig({}),
      trustProxy: expect.any(Function),
    })
  })

  test.each([
    ['PORT', ['abc', '-1', '65536', '80.5', 'NaN', '3000x']],
    ['DATABASE_URL', ['mysql://u:segredo@h/d', 'postgres', 'arquivo.sqlite', 'http://h']],
    ['DATABASE_CONNECTIONS', ['0', '1', '-3', '2.5', '501', 'x']],
    ['REDIS_URL', ['http://h', 'localhost:6379', 'x']],
    ['REDIS_PREFIX', ['com espaço', 'x'.repeat(61), '*']],
    ['PUBLIC_URL', ['rodada.exemplo.com', 'ftp://h', 'javascript:alert(1)']],
    ['TRUST_PROXY', ['sim', '999.1.1.1', '10.0.0.0/99', '-1']],
    ['RATE_LIMIT_FACTOR', ['0', '-1', 'x', '1e9']],
    ['SOCKETS_PER_ADDRESS', ['0', '-1', '1.5', 'x']],
    ['METRICS_TOKEN', ['curto']],
    ['PUBLIC_ROOMS', ['yes', 'true', '1']],
    ['SECRET', ['curto', 'x'.repeat(31)]],
    ['GITHUB_URL', ['github.com', 'ftp://h', 'x']],
    ['GITHUB_API_URL', ['api', 'javascript:alert(1)']],
    ['OUTGOING_HOSTS', ['http://h', 'h/x', 'h:', 'h,,h', '*']],
    ['SMTP_URL', ['http://h', 'localhost:25', 'x']],
    ['MAIL_FROM', ['Rodada', 'a@b\r\nBcc: x@y', 'Rodada <x>', '<>']],
    ['LOG_LEVEL', ['verbose', 'INFO', '5']],
  ])('a wrong %s stops the start with a line that names it', (name, values) => {
    for (const value of values) {
      let message = ''
      try {
        readConfig({ [name]: value })
      } catch (error) {
        message = (error as Error).message
      }
      expect([value, message]).toEqual([value, expect.stringMatching(new RegExp(`^Configuração inválida:\\n {2}${name}: `))])
      expect(message).not.toContain('segredo')
    }
  })

  test('every wrong setting is named at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y', PUBLIC_URL: 'z' })).toThrow(/PORT: [\s\S]*PUBLIC_URL: [\s\S]*LOG_LEVEL: /)
  })

  test('several processes need a database that they can share', () => {
    expect(() => readConfig({ REDIS_URL: 'redis://127.0.0.1' })).toThrow(/REDIS_URL: .*DATABASE_URL/)
    expect(readConfig({ REDIS_URL: 'redis://127.0.0.1', DATABASE_URL: 'postgres://127.0.0.1/rodada' }).redisUrl).toBe('redis://127.0.0.1')
  })

  test.each([
    [undefined, [false, false, false]],
    ['false', [false, false, false]],
    ['0', [false, false, false]],
    ['true', [true, true, true]],
    ['1', [true, false, false]],
    ['10.0.0.1', [true, true, true]],
    ['192.168.0.0/16, 172.16.0.1', [false, false, false]],
  ])('TRUST_PROXY=%s decides which hops are proxies', (value, expected) => {
    const { trustProxy } = readConfig({ TRUST_PROXY: value })
    expect([0, 1, 2].map((hop) => trustProxy('10.0.0.1', hop))).toEqual(expected)
  })
})

describe('a start that fails', () => {
  /** Runs the program until it ends; what it printed. */
  async function run(env: Record<string, string>): Promise<{ code: number; output: string }> {
    const folder = mkdtempSync(join(tmpdir(), 'rodada-start-'))
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: folder, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    const [code] = await once(child, 'close')
    rmSync(folder, { recursive: true, force: true })
    return { code, output }
  }

  test('for a wrong setting prints that line and no stack', async () => {
    const { code, output } = await run({ PORT: 'três mil', DATABASE_URL: 'mysql://rodada:segredo@h/d' })
    expect(code).toBe(1)
    expect(output).toContain('PORT: valor inválido')
    expect(output).toContain('DATABASE_URL: valor inválido')
    expect(output).not.toMatch(/segredo|\n {4}at /)
  })

  test('for a database that does not answer says which settings to look at, and keeps the password', async () => {
    const { code, output } = await run({ DATABASE_URL: 'postgres://rodada:segredo@127.0.0.1:1/rodada' })
    expect(code).toBe(1)
    expect(output).toContain('DATABASE_URL')
    expect(output).not.toMatch(/segredo|\n {4}at /)
  })

  test('for a data folder that cannot be one says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rodada-start-'))
    writeFileSync(join(folder, 'arquivo'), '')
    const { code, output } = await run({ DATA_DIR: join(folder, 'arquivo') })
    expect([code, output]).toEqual([1, expect.stringContaining('arquivo')])
    rmSync(folder, { recursive: true, force: true })
  })
})
