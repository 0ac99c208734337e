import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../test/harness.ts'
import { until } from './until.ts'

/** How long a node may be silent before the others elect another in its place, in milliseconds. */
const nodeTimeoutMs = 2_000
const slots = 16_384

type Node = { port: string; url: string; child: ChildProcess }

/** Three nodes of a Redis Cluster and a replica of each, of this test alone. */
export type Cluster = {
  urls: string[]
  /** The node that keeps a key and takes writes of it. */
  keeperOf: (key: string) => Promise<Node>
  /** Gives the slot of a key to another node that takes writes. */
  moveSlotOf: (key: string) => Promise<void>
  stop: () => Promise<void>
}

const execute = promisify(execFile)

/** What a node answers, line by line. @throws when it does not answer, or refuses */
async function ask({ port }: Node, ...words: string[]): Promise<string[]> {
  const { stdout } = await execute('redis-cli', ['-p', port, '-e', ...words], { timeout: 1_000 })
  return stdout.trim().split('\n')
}

/** Pairs of ports that are tried: between finding a free one and listening on it another process may take it. */
const portTries = 3

async function startNode(folder: string): Promise<Node> {
  for (let tries = 1; ; tries += 1) {
    const node = await startNodeSomewhere(folder)
    if (node) return node
    if (tries === portTries) throw new Error('no node listened')
  }
}

/** A node that answers, or none when its process ended because one of its ports was taken. */
async function startNodeSomewhere(folder: string): Promise<Node | undefined> {
  const [port, busPort] = [String(await freePort()), String(await freePort())]
  const child = spawn('redis-server', [
    ...['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    ...['--cluster-enabled', 'yes', '--cluster-port', busPort, '--cluster-config-file', `nodes-${port}.conf`],
    ...['--cluster-node-timeout', String(nodeTimeoutMs), '--cluster-require-full-coverage', 'no'],
  ])
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += String(chunk)
  })
  const node = { port, url: `redis://127.0.0.1:${port}`, child }
  const answers = () =>
    ask(node, 'PING').then(
      () => true,
      () => false,
    )
  await until(
    'the node answers',
    async () => child.exitCode !== null || (await answers()),
    10_000,
    () => said,
  )
  if (child.exitCode === null) return node
  if (!/bind|listen/i.test(said)) throw new Error(`redis-server ended while starting:\n${said}`)
}

/** Starts the nodes, and resolves once each of them knows all others and every slot is kept. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'rodada-cluster-'))
  const nodes: Node[] = []
  for (let i = 0; i < 6; i += 1) nodes.push(await startNode(folder))
  const [first, ...others] = nodes
  if (!first) throw new Error('no node')
  const busPortOf = async (node: Node) => (await ask(node, 'CONFIG', 'GET', 'cluster-port'))[1] ?? ''
  for (const node of others) await ask(first, 'CLUSTER', 'MEET', '127.0.0.1', node.port, await busPortOf(node))
  const primaries = nodes.slice(0, 3)
  for (const [i, node] of primaries.entries()) {
    const [from, to] = [Math.floor((i * slots) / 3), Math.floor(((i + 1) * slots) / 3) - 1]
    await ask(node, 'CLUSTER', 'ADDSLOTSRANGE', String(from), String(to))
  }
  const idOf = async (node: Node) => (await ask(node, 'CLUSTER', 'MYID'))[0] ?? ''
  const says = async (node: Node, section: string[], ...facts: string[]) => {
    const said = (await ask(node, ...section)).map((line) => line.trim())
    return facts.every((fact) => said.includes(fact))
  }
  for (const node of nodes) {
    await until(
      'every node known',
      () => says(node, ['CLUSTER', 'INFO'], 'cluster_state:ok', `cluster_known_nodes:${nodes.length}`),
      20_000,
    )
  }
  for (const [i, node] of nodes.slice(3).entries()) {
    const primary = primaries[i]
    if (primary) await ask(node, 'CLUSTER', 'REPLICATE', await idOf(primary))
  }
  for (const node of nodes.slice(3)) {
    await until('a copy', () => says(node, ['INFO', 'replication'], 'master_link_status:up'), 20_000)
  }

  const answering = async (words: string[]): Promise<string[]> => {
    for (const node of nodes) {
      const answer = await ask(node, ...words).catch(() => undefined)
      if (answer) return answer
    }
    throw new Error('no node answers')
  }
  /** Nodes that take writes, by what the others say. */
  const listPrimaries = async () => {
    const lines = await answering(['CLUSTER', 'NODES'])
    return lines.flatMap((line) => {
      // The fields between are the primary of a copy, times, epoch and link.
      const [id = '', address = '', flags = '', , , , , , ...ranges] = line.split(' ')
      const node = nodes.find(({ port }) => address.split('@')[0]?.endsWith(`:${port}`))
      return node && /\bmaster\b/.test(flags) && !/fail/.test(flags) ? [{ id, node, ranges }] : []
    })
  }
  const slotOf = async (key: string) => Number((await answering(['CLUSTER', 'KEYSLOT', key]))[0])
  const keeps = (ranges: string[], slot: number) =>
    ranges.some((range) => {
      const [from, to = from] = range.split('-').map(Number)
      return from !== undefined && to !== undefined && slot >= from && slot <= to
    })
  const primaryOf = async (key: string) => {
    const slot = await slotOf(key)
    const all = await listPrimaries()
    const found = all.find(({ ranges }) => keeps(ranges, slot))
    if (!found) throw new Error(`no node keeps the slot ${slot}`)
    return { ...found, slot, others: all.filter((each) => each !== found) }
  }
  return {
    urls: nodes.map(({ url }) => url),
    keeperOf: async (key) => (await primaryOf(key)).node,
    moveSlotOf: async (key) => {
      const { id, node, slot, others: rest } = await primaryOf(key)
      const target = rest[0]
      if (!target) throw new Error('no other node')
      await ask(target.node, 'CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', id)
      await ask(node, 'CLUSTER', 'SETSLOT', String(slot), 'MIGRATING', target.id)
      for (;;) {
        const keys = (await ask(node, 'CLUSTER', 'GETKEYSINSLOT', String(slot), '100')).filter(Boolean)
        if (keys.length === 0) break
        await ask(node, 'MIGRATE', '127.0.0.1', target.node.port, '', '0', '1000', 'REPLACE', 'KEYS', ...keys)
      }
      for (const each of [target.node, node, ...rest.slice(1).map((one) => one.node)]) {
        await ask(each, 'CLUSTER', 'SETSLOT', String(slot), 'NODE', target.id)
      }
    },
    stop: async () => {
      for (const { child } of nodes) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
