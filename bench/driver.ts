import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { at } from '../scripts/lib/paths.ts'
import { ended } from '../scripts/lib/processes.ts'
import type { OrderName, Orders } from './generator.ts'
import { spawnPinned } from './server.ts'

/** Above this share of its core, the generator and not the server may be what was measured. */
const busyLimit = 0.95

type Answer = { measured: unknown; busy: number } | { failed: string }

/** The load generator in a process of its own, and what it is told. */
export class Driver {
  /** Share of a core that the latest order took. */
  busy = 0
  private readonly child: ChildProcess

  constructor() {
    this.child = spawnPinned(1, [at('bench/generator.ts')])
  }

  /** Has an order done. @throws when it failed. */
  async play<Name extends OrderName>(name: Name, options: Parameters<Orders[Name]>[0]): Promise<Awaited<ReturnType<Orders[Name]>>> {
    const answered = once(this.child, 'message')
    this.child.send({ name, options: options ?? null })
    const [answer] = (await answered) as [Answer]
    if ('failed' in answer) throw new Error(answer.failed)
    this.busy = answer.busy
    return answer.measured as Awaited<ReturnType<Orders[Name]>>
  }

  /** Whether the latest order left the generator no room. */
  get saturated(): boolean {
    return this.busy > busyLimit
  }

  async end(): Promise<void> {
    this.child.disconnect()
    await ended(this.child)
  }
}
