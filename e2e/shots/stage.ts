import type { StandInGithub } from '../../packages/server/test/github.ts'
import type { Receiver } from '../../packages/server/test/webhook-receiver.ts'
import type { Instance } from '../../scripts/lib/instance.ts'
import type { PersonOptions, Team } from '../harness/team.ts'

/** What a scene needs: people with browsers of the wanted look, and the server. `keep` is undone when the scene is over. */
export type Stage = {
  team: Team
  server: Pick<Instance, 'origin' | 'dataDir'>
  origin: string
  look: PersonOptions
  keep: (undo: () => void) => void
}

/** A stage whose server knows a GitHub on this machine, and a program that it may send to. */
export type ServiceStage = Stage & { github: StandInGithub; program: Receiver }
