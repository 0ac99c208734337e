import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { type Bucket, signRequest } from '../src/platform/files/s3-signature.ts'
import { freePort } from '../test/harness.ts'

/** A server that speaks S3, with an empty bucket. */
export type S3Server = {
  /** The settings that lead to the bucket. */
  env: Record<string, string>
  /** The names of the objects in the bucket. */
  objects: () => Promise<string[]>
  /** Ends the part that holds the bytes, so that the bucket answers and can store nothing. */
  loseDisk: () => Promise<void>
  findDisk: () => Promise<void>
  stop: () => Promise<void>
}

const parts = ['account', 'container', 'object'] as const
const keys = { accessKey: 'rodada:s3', secretKey: 'segredo-do-balde' }

/**
 * OpenStack Swift, a store that others run in earnest, with its S3 interface: Debian's packages swift-proxy, swift-account, swift-container
 * and swift-object. @returns why it cannot be had where they are not installed
 */
export async function openS3(): Promise<S3Server | { impossible: string }> {
  if (!existsSync('/usr/bin/swift-proxy-server')) return { impossible: 'Swift is not installed: swift-proxy and its parts' }
  const folder = mkdtempSync(join(tmpdir(), 'rodada-s3-'))
  mkdirSync(join(folder, 'disk/d1'), { recursive: true })
  const write = (name: string, lines: string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  const common = [
    'bind_ip = 127.0.0.1',
    'workers = 0',
    `user = ${process.env.USER ?? 'root'}`,
    `swift_dir = ${folder}`,
    'log_level = ERROR',
  ]
  write('swift.conf', ['[swift-hash]', 'swift_hash_path_suffix = rodada', '[storage-policy:0]', 'name = one', 'default = yes'])
  for (const part of parts) {
    const port = await freePort()
    write(`${part}.conf`, [
      ...['[DEFAULT]', ...common, `bind_port = ${port}`, `devices = ${join(folder, 'disk')}`, 'mount_check = false'],
      ...['[pipeline:main]', `pipeline = ${part}-server`, `[app:${part}-server]`, `use = egg:swift#${part}`],
    ])
    const ring = (...args: string[]) => execFileSync('swift-ring-builder', [join(folder, `${part}.builder`), ...args], { stdio: 'ignore' })
    ring('create', '4', '1', '0')
    ring('add', `r1z1-127.0.0.1:${port}/d1`, '1')
    ring('rebalance')
  }
  const port = await freePort()
  const filters = ['catch_errors', 'cache', 'listing_formats', 's3api', 'tempauth']
  write('proxy.conf', [
    ...['[DEFAULT]', ...common, `bind_port = ${port}`],
    ...['[pipeline:main]', `pipeline = ${filters.join(' ')} proxy-server`],
    ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true', 'allow_account_management = true'],
    // Otherwise a part that failed is not asked again for a minute.
    'error_suppression_limit = 1000000',
    ...filters.flatMap((name) => [`[filter:${name}]`, `use = egg:swift#${name === 'cache' ? 'memcache' : name}`, ...(more[name] ?? [])]),
  ])

  const running = new Map<string, ChildProcess>()
  const start = (part: string) => {
    const args = [join(folder, `${part}.conf`)]
    running.set(part, spawn('/usr/bin/python3', ['-c', elsewhere(folder, part), ...args], { stdio: ['ignore', 'ignore', 'inherit'] }))
  }
  const end = async (part: string) => {
    const child = running.get(part)
    running.delete(part)
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  for (const part of [...parts, 'proxy']) start(part)
  const endpoint = `http://127.0.0.1:${port}`
  const bucket: Bucket = { endpoint, bucket: 'arquivos', region: 'us-east-1', ...keys }
  const ask = async (method: string, name = ''): Promise<string> => {
    const url = new URL(`${endpoint}/arquivos${name}`)
    const answer = await fetch(url, { method, headers: signRequest(bucket, { method, url }) })
    if (!answer.ok) throw new Error(`${method} ${answer.status}`)
    return answer.text()
  }
  await vi.waitFor(() => ask('PUT'), 60_000)
  return {
    env: {
      ...{ S3_ENDPOINT: endpoint, S3_BUCKET: 'arquivos', S3_REGION: 'us-east-1' },
      ...{ S3_ACCESS_KEY: keys.accessKey, S3_SECRET_KEY: keys.secretKey },
    },
    objects: async () => [...(await ask('GET')).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name = '']) => name),
    loseDisk: () => end('object'),
    findDisk: async () => {
      start('object')
      await vi.waitFor(() => ask('PUT', '/prova'), 60_000)
      await ask('DELETE', '/prova')
    },
    stop: async () => {
      for (const part of running.keys()) await end(part)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A cache that is not there is no cache. */
const more: Record<string, string[]> = {
  cache: ['memcache_servers = 127.0.0.1:9'],
  s3api: ['location = us-east-1'],
  tempauth: [`user_rodada_s3 = ${keys.secretKey} .admin`],
}

/** Runs a part with the settings that all of them share in this folder, and not in the machine's. */
const elsewhere = (folder: string, part: string): string => `
import runpy
import swift.common.utils
swift.common.utils.set_swift_dir('${folder}')
runpy.run_path('/usr/bin/swift-${part}-server', run_name='__main__')`
