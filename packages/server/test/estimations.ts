import { type Estimation, estimationsApi } from '@rodada/contract/estimations/estimations'
import type { Account } from './accounts.ts'
import { makeCard, ok, type Team } from './boards.ts'
import type { TestServer } from './harness.ts'

export const fibonacci = ['1', '2', '3', '5', '8', '13', '?', '☕']

/** An instant so many milliseconds from now. */
export const soon = (ms = 3_600_000): string => new Date(Date.now() + ms).toISOString()

/** Cards of a board with these titles. @returns their ids */
export async function makeCards(
  server: TestServer,
  { admin, board }: Pick<Team, 'admin' | 'board'>,
  titles: readonly string[],
): Promise<number[]> {
  const ids: number[] = []
  for (const title of titles) ids.push((await makeCard(server, admin, board, title)).id)
  return ids
}

/** An estimation that `who` opens, for an hour. */
export const openEstimation = async (
  server: Pick<TestServer, 'call'>,
  who: Pick<Account, 'token'>,
  body: { board_id: number; card_ids: number[]; voter_ids: number[] } & Record<string, unknown>,
): Promise<Estimation> =>
  ok(await server.call(estimationsApi.create, { token: who.token, body: { deck: fibonacci, closes_at: soon(), ...body } }))

export const seeEstimation = async (
  server: Pick<TestServer, 'call'>,
  who: Pick<Account, 'token'>,
  { id }: Pick<Estimation, 'id'>,
): Promise<Estimation> => ok(await server.call(estimationsApi.get, { token: who.token, params: { estimationId: id } }))

/** A vote that must be taken. */
export const cast = async (
  server: Pick<TestServer, 'call'>,
  who: Pick<Account, 'token'>,
  { id }: Pick<Estimation, 'id'>,
  cardId: number,
  vote: string,
  more: Record<string, unknown> = {},
) => ok(await server.call(estimationsApi.vote, { token: who.token, params: { estimationId: id, cardId }, body: { vote, ...more } }))
