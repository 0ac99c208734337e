import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import type { Instance } from '../../scripts/lib/instance.ts'
import { pastTheServer } from '../../scripts/lib/past-the-server.ts'

type Board = { boardId: number; listIds: Record<string, number> }
export type Past = readonly [title: string, estimate: number, days: number]

/** Cards that were worked on and are done, as if their work had begun so many days before today. */
export async function stageFinished(
  server: Pick<Instance, 'origin' | 'dataDir'>,
  owner: Account,
  { boardId, listIds }: Board,
  past: readonly Past[],
): Promise<void> {
  const { origin } = server
  const begun = new Map<number, number>()
  for (const [title, estimate, days] of past) {
    const { id } = await callAs(origin, owner, listCardsApi.create, {
      params: { boardId, listId: listIds['A Fazer'] ?? 0 },
      body: { title },
    })
    const params = { cardId: id }
    await callAs(origin, owner, cardsApi.update, { params, body: { estimate } })
    for (const list of ['Em Andamento', 'Concluído'])
      await callAs(origin, owner, cardsApi.move, { params, body: { list_id: listIds[list] ?? 0 } })
    begun.set(id, days)
  }
  pastTheServer(server, (file) => {
    const statement = file.prepare('update cards set started_at = ? where id = ?')
    for (const [id, days] of begun) statement.run(new Date(Date.now() - (days - 1) * 86_400_000).toISOString(), id)
  })
}
