import type { OwnVotes } from '@rodada/contract/cards/references'
import { numberOf } from '@rodada/contract/rooms/faces'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Rounds that are compared: the last ones, at tables and without a meeting. */
const lastRounds = 100
/** Rooms and estimations that these are looked for in: the last ones. */
const [lastRooms, lastEstimations] = [30, 30]

/** How a person's own votes compare with what was saved to the card in the end. Only votes that were revealed count. */
export async function compareOwnVotes(db: Db, userId: number): Promise<OwnVotes> {
  const { rows } = await sql<{ value: string; saved: number }>`
    select value, saved from (
      select votes.value, rounds.saved, rounds.revealed_at as told_at
      from seats join votes on votes.seat_id = seats.id
        join rounds on rounds.room_id = votes.room_id and rounds.number = votes.round
      where seats.id in (select id from seats where user_id = ${userId} order by id desc limit ${sql.lit(lastRooms)})
        and rounds.saved is not null
      union all
      select estimation_votes.value, estimation_cards.settled, estimations.closed_at
      from estimation_voters
        join estimation_votes on estimation_votes.estimation_id = estimation_voters.estimation_id
          and estimation_votes.user_id = estimation_voters.user_id
        join estimations on estimations.id = estimation_votes.estimation_id
        join estimation_cards on estimation_cards.estimation_id = estimation_votes.estimation_id
          and estimation_cards.card_id = estimation_votes.card_id
      where estimation_voters.user_id = ${userId} and estimation_voters.estimation_id in (
          select estimation_id from estimation_voters where user_id = ${userId}
          order by estimation_id desc limit ${sql.lit(lastEstimations)}
        )
        and estimations.closed_at is not null and estimation_cards.settled is not null
    ) as told order by told_at desc limit ${sql.lit(lastRounds)}`.execute(db)
  const differences = rows.flatMap(({ value, saved }) => {
    const vote = numberOf(value)
    return vote === undefined ? [] : [Math.sign(vote - saved)]
  })
  const count = (sign: number) => differences.filter((difference) => difference === sign).length
  return { below: count(-1), same: count(0), above: count(1) }
}
