import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { listenFailure, startFailure } from './start-failure.ts'

const main = join(import.meta.dirname, '../main.ts')

describe('settings', () => {
  test('without any, the program runs alone on this machine', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: undefined,
      redisUrls: undefined,
      redisPrefix: '{rodada}',
      publicUrl: undefined,
      metricsToken: undefined,
      publicRooms: true,
      rateLimitFactor: 1,
      passwordCost: { memory: 19 * 1024, passes: 2, parallelism: 1 },
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

  test('sign-in with the company needs a provider with TLS, unless it is on this machine, and what it knows us by', () => {
    const both = { OIDC_ISSUER: 'https://login.empresa.com.br/realms/time', OIDC_CLIENT_ID: 'rodada' }
    expect(readConfig({})).toMatchObject({ oidc: undefined, passwordLogin: true })
    expect(readConfig(both).oidc).toEqual({
      issuer: both.OIDC_ISSUER,
      clientId: 'rodada',
      clientSecret: undefined,
      name: undefined,
      signUp: 'yes',
      linkByEmail: false,
      autoRedirect: false,
      roleClaim: undefined,
      groupsClaim: undefined,
    })
    expect(readConfig({ ...both, OIDC_SIGN_UP: '@Empresa.com.br, filial.com.br' }).oidc?.signUp).toEqual([
      'empresa.com.br',
      'filial.com.br',
    ])
    for (const local of ['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])
      expect(readConfig({ ...both, OIDC_ISSUER: local }).oidc?.issuer).toBe(local)
    for (const wrong of ['http://login.empresa.com.br', 'http://10.0.0.7', 'http://127.0.0.1.mal.example', 'ftp://x', 'https://x/?a', 'x'])
      expect(() => readConfig({ ...both, OIDC_ISSUER: wrong }), wrong).toThrow(/OIDC_ISSUER/)
    for (const [name, value] of Object.entries(both)) expect(() => readConfig({ [name]: value })).toThrow(/OIDC_ISSUER: .*OIDC_CLIENT_ID/)
    for (const wrong of ['talvez', 'empresa', 'a.com,,b.com'])
      expect(() => readConfig({ ...both, OIDC_SIGN_UP: wrong })).toThrow(/OIDC_SIGN_UP/)
    expect(readConfig({ ...both, PASSWORD_LOGIN: 'off' }).passwordLogin).toBe(false)
    // Nobody could come in.
    expect(() => readConfig({ PASSWORD_LOGIN: 'off' })).toThrow(/PASSWORD_LOGIN/)
  })

  test.each(['', ' ', '\t\n '])('an empty variable counts as unset: %j', (empty) => {
    const names = ['PORT', 'HOST', 'DATABASE_URL', 'REDIS_URL', 'TRUST_PROXY', 'METRICS_TOKEN', 'SECRET', 'PUBLIC_URL', 'LOG_LEVEL']
    expect(readConfig(Object.fromEntries(names.map((name) => [name, empty])))).toEqual({
      ...readConfig({}),
      trustProxy: expect.any(Function),
    })
  })

  test('numbers are plain decimals', () => {
    expect(readConfig({ PORT: ' 8080 ', RATE_LIMIT_FACTOR: '0.5', SOCKETS_PER_ADDRESS: '007' })).toMatchObject({
      port: 8080,
      rateLimitFactor: 0.5,
      socketsPerAddress: 7,
    })
  })

  test.each([
    ['PORT', ['abc', '-1', '65536', '80.5', 'NaN', '3000x', '0x1F90', '1e3', '3_000', '３０００', '+3000']],
    ['DATABASE_URL', ['mysql://u:segredo@h/d', 'postgres', 'arquivo.sqlite', 'http://h']],
    ['DATABASE_READ_URL', ['mysql://u:segredo@h/d', 'postgres', 'http://h']],
    ['DATABASE_CONNECTIONS', ['0', '1', '-3', '2.5', '501', 'x', '0xA']],
    ['REDIS_URL', ['http://h', 'localhost:6379', 'x', 'redis://a,', 'redis://a,http://b', Array(21).fill('redis://h').join(',')]],
    ['REDIS_PREFIX', ['com espaço', 'x'.repeat(61), '*']],
    ['PUBLIC_URL', ['rodada.exemplo.com', 'ftp://h', 'javascript:alert(1)', 'https://h/?a=1', 'https://h/#a', 'https://h?']],
    ['TRUST_PROXY', ['sim', '999.1.1.1', '10.0.0.0/99', '-1', '1,2', '1.5', '10.0.0.1,', '10.0.0.0/8/8', '10.0.0.0/', '0x7f.1', 'TRUE']],
    ['RATE_LIMIT_FACTOR', ['0', '-1', 'x', '1e9', '1e3', '0,5', '0x10']],
    [
      'PASSWORD_COST',
      ['19456', 'm=19456', 'm=19456,t=0,p=1', 'm=19456,t=2,p=0', 'm=7,t=1,p=1', 'm=16,t=1,p=3', 'm=1e4,t=2,p=1', 'm=99999999,t=1,p=1'],
    ],
    ['SOCKETS_PER_ADDRESS', ['0', '-1', '1.5', 'x', '1e3', '9'.repeat(20)]],
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
      // What to write and where to read more, nothing of the library's English nor of its expressions.
      expect(message.split('\n')).toEqual([
        'Configuração inválida:',
        expect.stringMatching(/^ {2}\w+: use .+\.$/),
        'Veja a tabela de configurações no README.',
      ])
      expect(message).not.toMatch(/invalid|expected|must|\/\^/i)
    }
  })

  test('every wrong setting is named at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y', PUBLIC_URL: 'z' })).toThrow(/PORT: [\s\S]*PUBLIC_URL: [\s\S]*LOG_LEVEL: /)
  })

  test('several processes need a database that they can share', () => {
    expect(() => readConfig({ REDIS_URL: 'redis://127.0.0.1' })).toThrow(/REDIS_URL: .*DATABASE_URL/)
    expect(readConfig({ REDIS_URL: 'redis://127.0.0.1', DATABASE_URL: 'postgres://127.0.0.1/rodada' }).redisUrls).toEqual([
      'redis://127.0.0.1',
    ])
  })

  test.each([
    [undefined, [false, false, false]],
    ['false', [false, false, false]],
    ['0', [false, false, false]],
    ['true', [true, true, true]],
    ['1', [true, false, false]],
    ['10.0.0.1', [true, true, true]],
    ['192.168.0.0/16, 172.16.0.1', [false, false, false]],
    [' true ', [true, true, true]],
    [' 2 ', [true, true, false]],
    [' 10.0.0.0/255.0.0.0 ', [true, true, true]],
    ['loopback, uniquelocal', [true, true, true]],
    ['fe80::/10, ::1', [false, false, false]],
  ])('TRUST_PROXY=%s decides which hops are proxies', (value, expected) => {
    const { trustProxy } = readConfig({ TRUST_PROXY: value })
    expect([0, 1, 2].map((hop) => trustProxy('10.0.0.1', hop))).toEqual(expected)
  })
})

describe('a start that fails', () => {
  /** Runs the program until it ends; what it printed. */
  async function run(env: Record<string, string>, entry = main): Promise<{ code: number; output: string }> {
    const folder = mkdtempSync(join(tmpdir(), 'rodada-start-'))
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
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
    expect(output).toContain('PORT: use um número de 0 a 65535.')
    expect(output).toContain('DATABASE_URL: use um endereço postgres://')
    expect(output).not.toMatch(/segredo|\n {4}at /)
  })

  test('for a database that does not answer says which settings to look at, and keeps the password', async () => {
    const { code, output } = await run({ DATABASE_URL: 'postgres://rodada:segredo@127.0.0.1:1/rodada' })
    expect(code).toBe(1)
    expect(output).toContain('DATABASE_URL')
    expect(output).not.toMatch(/segredo|\n {4}at /)
  })

  test('for an address that this machine does not have names the setting', async () => {
    // One of those kept for documents, and a name kept for examples.
    for (const host of ['192.0.2.1', 'nada.invalid']) {
      const { code, output } = await run({ HOST: host })
      expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`endereço ${host} .*HOST`))])
      expect(output).not.toContain('    at ')
    }
  })

  test('for a database host that nobody knows says which setting to look at', async () => {
    const { code, output } = await run({ DATABASE_URL: 'postgres://rodada:segredo@nada.invalid/rodada' })
    expect([code, output]).toEqual([1, expect.stringContaining('DATABASE_URL')])
    expect(output).not.toMatch(/segredo|\n {4}at /)
  })

  test('for a data folder that cannot be one says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rodada-start-'))
    writeFileSync(join(folder, 'arquivo'), '')
    for (const dataDir of ['arquivo', 'arquivo/abaixo']) {
      const { code, output } = await run({ DATA_DIR: join(folder, dataDir) })
      expect([code, output]).toEqual([1, expect.stringMatching(/arquivo.*DATA_DIR/)])
      expect(output).not.toContain('    at ')
    }
    // Neither does the lock open where a folder has its name.
    mkdirSync(join(folder, 'pasta/rodada.lock'), { recursive: true })
    const { code, output } = await run({ DATA_DIR: join(folder, 'pasta') })
    expect([code, output]).toEqual([1, expect.stringContaining('DATA_DIR')])
    expect(output).not.toContain('    at ')
    rmSync(folder, { recursive: true, force: true })
  })

  test('for an empty secret says what to do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rodada-start-'))
    writeFileSync(join(folder, 'secret'), '')
    const { code, output } = await run({ DATA_DIR: folder })
    expect([code, output]).toEqual([1, expect.stringContaining('Restaure-o do seu backup')])
    expect(output).not.toContain('    at ')
    rmSync(folder, { recursive: true, force: true })
  })

  // What a process with all rights, as those of a container, is never refused.
  test.each(['EACCES', 'EPERM', 'EROFS'])('for a folder of somebody else names the setting: %s', (code) => {
    const refused = Object.assign(new Error(`${code}: open 'pasta/secret'`), { code, path: 'pasta/secret', syscall: 'open' })
    expect(startFailure(refused)).toMatch(/pasta\/secret.*DATA_DIR/)
  })
  test('for a database file of somebody else names the setting', () => {
    const refused = Object.assign(new Error('attempt to write a readonly database'), { code: 'ERR_SQLITE_ERROR', errcode: 1544 })
    expect(startFailure(refused)).toMatch(/readonly.*DATA_DIR/)
  })
  test('for a port that the system keeps names the setting', () => {
    const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen', port: 80 })
    expect(startFailure(listenFailure(refused, { host: '127.0.0.1', port: 80 }))).toMatch(/porta 80;.*PORT=3000/)
  })

  test.each(['restore', 'copy-to-postgres'])('of the script %s is told as that of the server', async (script) => {
    const file = join(import.meta.dirname, '../../../../scripts', `${script}.ts`)
    const { code, output } = await run({ PORT: 'três mil', LOG_LEVEL: 'alto' }, file)
    expect([code, output]).toEqual([1, expect.stringContaining('Configuração inválida:\n')])
    expect(output).not.toContain('    at ')
  })
})
