import { execFileSync, spawnSync } from 'node:child_process'

/** A line between this machine and a network namespace. */
export type Line = {
  /** The address of this machine's end, which programs in the namespace reach. */
  here: string
  /** The address of the namespace's end. */
  there: string
  /** From now on nothing gets through, and neither end is told. */
  drop: () => void
  heal: () => void
}

/** A network of its own on this machine, reached by some lines. */
export type Network = {
  lines: Line[]
  /** A command that runs what follows it in this network. */
  within: string[]
  remove: () => void
}

const program = '/usr/sbin/ip'

/**
 * Makes a network namespace with so many lines to it, each a pair of virtual interfaces that nothing outside of this machine reaches.
 * @returns why it cannot be had where the system does not allow it
 */
export function openNetwork(lines: number): Network | { impossible: string } {
  const name = `rodada-${process.pid}`
  const tried = spawnSync(program, ['netns', 'add', name], { encoding: 'utf8' })
  if (tried.status !== 0) return { impossible: `network namespaces cannot be made here: ${tried.error?.message ?? tried.stderr.trim()}` }
  const ip = (...args: string[]) => void execFileSync(program, args)
  const remove = () => ip('netns', 'delete', name)
  try {
    ip('-n', name, 'link', 'set', 'lo', 'up')
    return {
      within: [program, 'netns', 'exec', name],
      remove,
      lines: Array.from({ length: lines }, (_, at) => {
        // Of the range that is kept for trials, which no network has.
        const [here, there] = [`198.18.${process.pid % 250}.${at * 4 + 1}`, `198.18.${process.pid % 250}.${at * 4 + 2}`]
        const [near, far] = [`rd${process.pid % 100_000}-${at}`, `far${at}`]
        ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
        ip('address', 'add', `${here}/30`, 'dev', near)
        ip('-n', name, 'address', 'add', `${there}/30`, 'dev', far)
        ip('link', 'set', near, 'up')
        const turn = (state: 'up' | 'down') => ip('-n', name, 'link', 'set', far, state)
        turn('up')
        return { here, there, drop: () => turn('down'), heal: () => turn('up') }
      }),
    }
  } catch (error) {
    remove()
    throw error
  }
}
