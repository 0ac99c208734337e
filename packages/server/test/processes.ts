import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Start an installation, or stop the one that was started under this number. */
export type HostRequest = { id: number; env: Record<string, string> } | { id: number }
export type HostReply = { id: number; url?: string; error?: string }

/** A process of a test's installation. */
export type HostedProcess = { url: string; stop: () => Promise<void> }

type Host = { child: ChildProcess; exited: Promise<never>; isBusy: boolean }

/** Those of this worker, which outlive a test file as the worker does. */
const hosts: Host[] = []
let lastId = 0

/** The program in another process than the test's; resolves when it answers. No two of an installation share one. */
export async function startHosted(env: Record<string, string>): Promise<HostedProcess> {
  const host = hosts.find(({ isBusy }) => !isBusy) ?? openHost()
  host.isBusy = true
  lastId += 1
  const id = lastId
  try {
    const { url } = await ask(host, { id, env })
    if (url === undefined) throw new Error('a process started without an address')
    return {
      url,
      stop: async () => {
        await ask(host, { id })
        host.isBusy = false
      },
    }
  } catch (error) {
    // Whatever a failed start left behind ends with it.
    host.child.kill()
    hosts.splice(hosts.indexOf(host), 1)
    throw error
  }
}

function openHost(): Host {
  const child = fork(join(import.meta.dirname, 'process-host.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  // Neither the process nor the channel keeps a worker that has finished.
  child.unref()
  child.channel?.unref()
  const exited = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`a process of the installation ended (${code ?? signal})`)
  })
  exited.catch(() => {})
  const host = { child, exited, isBusy: false }
  hosts.push(host)
  return host
}

async function ask({ child, exited }: Host, request: HostRequest): Promise<HostReply> {
  const replied = new Promise<HostReply>((resolve) => {
    const listen = (reply: HostReply) => {
      if (reply.id !== request.id) return
      child.off('message', listen)
      resolve(reply)
    }
    child.on('message', listen)
  })
  child.send(request)
  const reply = await Promise.race([replied, exited])
  if (reply.error !== undefined) throw new Error(reply.error)
  return reply
}
