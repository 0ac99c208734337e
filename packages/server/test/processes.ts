import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the processes beside the test's own are asked to run the program; none when the run is on one process, undefined in the faults. */
    hosts: string[] | undefined
  }
}

/** Before the suite: the other processes that installations of several have, for all of its files. */
export default async function provideHosts(project: TestProject): Promise<() => Promise<void>> {
  const count = process.env.TEST_REDIS_URL ? Number(process.env.TEST_PROCESSES || 1) - 1 : 0
  const children = Array.from({ length: count }, () =>
    fork(join(import.meta.dirname, 'process-host.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] }),
  )
  project.provide('hosts', await Promise.all(children.map(addressOf)))
  return async () => {
    const ends = children.map((child) => once(child, 'exit'))
    for (const child of children) child.disconnect()
    await Promise.all(ends)
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`a process beside the tests ended with ${code} while starting`)),
  )
  const [address] = await Promise.race([once(child, 'message'), ended])
  return String(address)
}

/** The program in another process than the test's, as one of an installation; resolves when it answers. */
export async function startHosted(host: string, env: Record<string, string>): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = await ask(host, { method: 'POST', body: JSON.stringify(env) })
  return { url, stop: async () => void (await ask(`${host}/${new URL(url).port}`, { method: 'DELETE' })) }
}

async function ask(address: string, init: RequestInit): Promise<string> {
  const reply = await fetch(address, init)
  const text = await reply.text()
  if (!reply.ok) throw new Error(text)
  return text
}
