import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import type { Route } from './http/http.ts'
import type { Jobs } from './jobs.ts'
import type { BindEvents } from './realtime/socket-events.ts'

type Task = () => Promise<unknown>

/** What a feature registers itself with: its routes, socket events, jobs, listeners, and what it does when the process comes and goes. */
export type Registry = {
  deps: Deps
  /** For what is not a JSON call of the contract. */
  http: FastifyInstance
  route: Route
  jobs: Jobs
  socketEvents: BindEvents
  /** Runs once the schema is there, before the first request. */
  onStart: (task: Task) => void
  /** Runs at an orderly stop, when the connections have ended and the database still answers. */
  onStop: (task: Task) => void
  /** Runs before the database closes, also after a start that failed. */
  onClose: (task: Task) => void
}
