import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../src/platform/config.ts'
import { createEnvironment, startProcess } from './harness.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'deploy/compose')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Service = {
  image: string
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  pids_limit?: number
  mem_limit?: string
  user?: string
  networks?: string[]
  environment?: Record<string, string>
  command?: string[]
  healthcheck?: { test: string[] }
  depends_on?: string[] | Record<string, { condition: string }>
  build?: { context: string; dockerfile: string }
  volumes?: string[]
}
/** As compose fills them in: `${NAME:-else}`, `${NAME:?message}`. */
const filledIn = (text: string, values: Record<string, string>): string =>
  text.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (whole, name: string, otherwise?: string) => values[name] ?? otherwise ?? whole)
type Compose = {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: Record<string, { internal?: boolean } | null>
}
const composeWith = (values: Record<string, string>): Compose =>
  parse(filledIn(read('deploy/compose/compose.yaml'), values), { merge: true, strict: true, uniqueKeys: true })
const appsOf = ({ services }: Compose): Service[] => Object.values(services).filter(({ image }) => image === 'rodada')
const given = { POSTGRES_PASSWORD: 'segredo', SECRET: 's'.repeat(32) }
const compose = composeWith(given)
const { services, volumes, networks } = compose
const apps = appsOf(compose)
const dockerfile = read('deploy/Dockerfile')
/** The words of an instruction of the Dockerfile. */
const words = (pattern: RegExp): string[] => JSON.parse(dockerfile.match(pattern)?.[1] ?? '[]')
const command = words(/^CMD (\[.*\])$/m)
const healthCheck = words(/^HEALTHCHECK[^\n]*\\\n\s+CMD (\[.*\])$/m)

test('the compose file holds to the Compose Specification', async () => {
  // Errors only, by the published schema; and the proxy is there to listen on every interface.
  const check = (path: string) =>
    run(join(root, 'node_modules/.bin/dclint'), [path, '--quiet', '--disable-rule', 'no-unbound-port-interfaces'])
  await check(join(folder, 'compose.yaml'))

  const planted = mkdtempSync(join(tmpdir(), 'rodada-compose-'))
  try {
    writeFileSync(join(planted, 'compose.yaml'), read('deploy/compose/compose.yaml').replace('cap_drop:', 'cap_dropp:'))
    await expect(check(join(planted, 'compose.yaml'))).rejects.toMatchObject({ stdout: expect.stringContaining('invalid-schema') })
  } finally {
    rmSync(planted, { recursive: true })
  }
})

test('containers of the program are not root, and write nowhere but in /data and /tmp', () => {
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^VOLUME \/data$/m)
  expect(dockerfile).toMatch(/\bDATA_DIR=\/data\b/)
  for (const app of apps) expect(app).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
})

test('every container is read-only, without capabilities and bounded; none becomes more than it is', () => {
  for (const [name, service] of Object.entries(services)) {
    expect([name, service]).toMatchObject([
      name,
      {
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: 256,
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
      },
    ])
    // Ports below 1024 are all that any of them is given.
    expect([name, service.cap_add]).toEqual([name, name === 'proxy' ? ['NET_BIND_SERVICE'] : undefined])
    expect([name, service.healthcheck !== undefined || service.image === 'rodada']).toEqual([name, true])
  }
  expect([services.db?.user, services.redis?.user]).toEqual(['postgres', 'redis'])
})

test('the proxy does not reach the database nor Redis, and those two reach nothing outside', () => {
  const within = (name: string) => services[name]?.networks
  expect([within('proxy'), within('app1'), within('app2'), within('db'), within('redis')]).toEqual([
    ['front'],
    ['front', 'back'],
    ['front', 'back'],
    ['back'],
    ['back'],
  ])
  expect(networks.back).toEqual({ internal: true })
})

test.each(['SECRET', 'POSTGRES_PASSWORD'])('nothing starts without %s', (name) => {
  const uses = read('deploy/compose/compose.yaml').match(new RegExp(`\\$\\{${name}\\b[^}]*`, 'g')) ?? []
  expect(uses.length).toBeGreaterThan(0)
  for (const use of uses) expect(use).toMatch(new RegExp(`^\\$\\{${name}:\\?.+`))
})

test('the systemd unit leaves the process what it uses, and nothing else', () => {
  const lines = read('deploy/rodada.service').split('\n')
  const off = [
    'NoNewPrivileges',
    'PrivateTmp',
    'PrivateDevices',
    'PrivateUsers',
    'ProtectHome',
    'ProtectKernelTunables',
    'ProtectKernelModules',
  ]
  const more = ['ProtectKernelLogs', 'ProtectControlGroups', 'ProtectClock', 'ProtectHostname', 'RestrictNamespaces', 'RestrictRealtime']
  for (const name of [...off, ...more, 'RestrictSUIDSGID', 'LockPersonality', 'RemoveIPC']) expect(lines).toContain(`${name}=yes`)
  expect(lines).toEqual(
    expect.arrayContaining([
      'UMask=0077',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'ProtectProc=invisible',
      'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
      'SystemCallArchitectures=native',
      'SystemCallFilter=@system-service',
      'SystemCallFilter=~@privileged @resources',
    ]),
  )
  // A database that is away for ten seconds would end the service for good.
  expect(lines.slice(lines.indexOf('[Unit]'), lines.indexOf('[Service]'))).toContain('StartLimitIntervalSec=0')
  // Node compiles while it runs, and would not start.
  expect(lines.some((line) => line.startsWith('MemoryDenyWriteExecute'))).toBe(false)
})

test('what the containers are told are settings that the program takes', () => {
  expect(apps).toHaveLength(2)
  for (const { environment = {} } of apps) {
    const config = readConfig(environment)
    expect(config.databaseUrl).toBe('postgres://rodada:segredo@db:5432/rodada')
    expect(config.redisUrls).toEqual(['redis://redis:6379'])
    expect(config.trustProxy('10.0.0.1', 0)).toBe(true)
    // A name that nothing reads would be ignored in silence.
    for (const name of Object.keys(environment)) expect(read('README.md')).toContain(`\`${name}\``)
  }
})

test("every setting of the README's table reaches the containers", () => {
  // What the image says, and what the compose file says by itself.
  const fixed = ['PORT', 'HOST', 'DATA_DIR', 'FILES_DIR', 'DATABASE_URL', 'REDIS_URL', 'TRUST_PROXY']
  const rows = read('README.md').match(/^\| (`[A-Z\d_]+`(, )?)+ \|/gm) ?? []
  const names = rows.flatMap((row) => row.match(/[A-Z\d_]+/g) ?? [])
  expect(names).toEqual(expect.arrayContaining([...fixed, 'LOG_LEVEL', 'S3_REGION', 'SMTP_URL']))
  const passed = names.filter((name) => !fixed.includes(name))
  const values = Object.fromEntries(passed.map((name) => [name, `said-${name}`]))
  for (const { environment } of appsOf(composeWith({ ...given, ...values }))) expect(environment).toMatchObject(values)
})

test('every service, volume and file that one names is there', () => {
  const names = Object.keys(services)
  for (const [name, { depends_on: needs = [], volumes: mounts = [], build }] of Object.entries(services)) {
    const needed = Array.isArray(needs) ? needs : Object.keys(needs)
    for (const other of needed) expect(names, `${name} waits for ${other}`).toContain(other)
    if (!Array.isArray(needs)) for (const other of needed) expect(services[other]?.healthcheck, `${other} has a health check`).toBeDefined()
    for (const source of mounts.map((mount) => mount.split(':')[0] ?? '')) {
      if (source.startsWith('.')) expect(existsSync(join(folder, source)), source).toBe(true)
      else expect(Object.keys(volumes)).toContain(source)
    }
    if (build) expect(existsSync(join(folder, build.context, build.dockerfile)), build.dockerfile).toBe(true)
  }
  // The proxy sends to the services that run the program, at the image's port.
  const upstreams = read('deploy/compose/Caddyfile')
    .match(/APP_ADDRESSES:([^}]+)\}/)?.[1]
    ?.split(' ')
  const port = dockerfile.match(/\bPORT=(\d+)/)?.[1]
  expect(upstreams).toEqual(
    Object.keys(services)
      .filter((name) => services[name]?.image === 'rodada')
      .map((name) => `${name}:${port}`),
  )
})

test("the image's command and health check are the program's own", async () => {
  const [program, ...args] = command
  expect(program).toBe('node')
  const entry = args.at(-1) ?? ''
  // As the image is built before it is started.
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'scripts/run.mjs'), 'build', 'server'])
  expect(existsSync(join(root, entry)), entry).toBe(true)

  const { env, cleanUp } = await createEnvironment()
  const server = await startProcess(env, { entry: join(root, entry) })
  const [, ...check] = healthCheck
  const health = () => run(process.execPath, check, { env: { PORT: new URL(server.url).port } })
  try {
    await health()
    await server.stop()
    await expect(health()).rejects.toMatchObject({ code: 1 })
  } finally {
    await server.kill()
    await cleanUp()
  }
})
