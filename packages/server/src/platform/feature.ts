import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import type { Route } from './http.ts'
import type { Jobs } from './jobs.ts'
import type { BindEvents } from './socket-events.ts'

type Task = () => Promise<unknown>

/** What a feature registers itself with: its routes, socket events, jobs, listeners, and what it does when the process comes and goes. */
export type Registry = {
  deps: Deps
  /** For what is no JSON call of the contract. */
  http: FastifyInstance
  route: Route
  jobs: Jobs
  socketEvents: BindEvents
  /** Once the schema is there, before the first request. */
  onStart: (task: Task) => void
  /** At an orderly stop, after the connections of this process ended and while the database still answers. */
  onStop: (task: Task) => void
  /** Before the database closes, also after a start that failed. */
  onClose: (task: Task) => void
}
