/**
 * The load generator's process. It does one order after the other (sit down, vote at a rate, vote at full speed, reveal, make and move cards, send files, sign in)
 * with the same players and answers each with what it measured.
 */
import { create, fill, moveCards, openAtOnce, readAtOnce, readChanged, readPath, write } from './loads/boards.ts'
import { attach, uploadFiles } from './loads/files.ts'
import { reveal } from './loads/reveal.ts'
import { seat } from './loads/seat.ts'
import { signIn } from './loads/sign-in.ts'
import { plan } from './loads/sprints.ts'
import { fullSpeed, steady, votesSoFar } from './loads/votes.ts'

const orders = {
  seat,
  steady,
  fullSpeed,
  reveal,
  votesSoFar,
  fill,
  create,
  plan,
  readPath,
  readAtOnce,
  openAtOnce,
  readChanged,
  moveCards,
  write,
  signIn,
  attach,
  uploadFiles,
}
export type Orders = typeof orders
export type OrderName = keyof Orders

process.on('message', async ({ name, options }: { name: OrderName; options: unknown }) => {
  try {
    const started = process.cpuUsage()
    const since = performance.now()
    // Name and options come from one call of `Generator.play`, which ties their types together.
    const measured = await (orders[name] as (options: unknown) => unknown)(options)
    const { user, system } = process.cpuUsage(started)
    process.send?.({ measured, busy: (user + system) / 1000 / (performance.now() - since) })
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
