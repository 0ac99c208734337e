import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Instance } from './instance.ts'

/** Writes into an instance's SQLite file while its server runs: what no call can do, such as letting days pass. */
export function pastTheServer({ dataDir }: Pick<Instance, 'dataDir'>, write: (file: DatabaseSync) => void): void {
  const file = new DatabaseSync(join(dataDir, 'rodada.sqlite'))
  try {
    file.exec('pragma busy_timeout = 5000')
    write(file)
  } finally {
    file.close()
  }
}

/** Makes it so many days since a card of a board was last moved. */
export const letStand = (instance: Pick<Instance, 'dataDir'>, boardId: number, days: Readonly<Record<string, number>>): void =>
  pastTheServer(instance, (file) => {
    const statement = file.prepare('update cards set moved_at = ? where board_id = ? and title = ?')
    for (const [title, passed] of Object.entries(days))
      statement.run(new Date(Date.now() - passed * 86_400_000).toISOString(), boardId, title)
  })
