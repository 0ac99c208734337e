import { expect, test } from 'vitest'
import { isRank, isSpent, rankBetween, ranksBefore, ranksBehind, ranksInstead } from './ranks.ts'

const spent = [`A${'0'.repeat(26)}`, `A${'0'.repeat(25)}1`, `a0${'0'.repeat(60)}1`, 'g0000000', 'z'.repeat(60), 'z'.repeat(9000)]
const ascends = (ranks: readonly string[]) => ranks.every((rank, index) => index === 0 || (ranks[index - 1] ?? '') < rank)

test('a rank from elsewhere is one as they are counted here, with room at both sides', () => {
  for (const text of ['', 'a', 'a00', 'a0!', 'a0é', 'b1', 'A000', '0V', ...spent]) expect([text, isRank(text)]).toEqual([text, false])
  for (const text of ['a0', 'Zz', 'a0V', 'b00', 'Yzz', 'Uzzzzzz', 'U000001', 'f000000', 'fzzzzzz', `a0${'z'.repeat(58)}`])
    expect([text, isRank(text)]).toEqual([text, true])
})

test('whatever is counted here is a rank elsewhere, however many go to one end', () => {
  const counted = [...ranksBefore(null, 50_000), ...ranksBehind(null, 50_000)]
  expect(counted.filter((rank) => !isRank(rank))).toEqual([])
  let [low, high] = ['a0', 'a1']
  for (let step = 0; step < 200; step += 1) {
    const rank = rankBetween(low, high)
    expect([low < rank, rank < high, isRank(rank)]).toEqual([true, true, true])
    if (step % 3 === 0) low = rank
    else high = rank
    if (rank.length >= 60) [low, high] = ['a0', 'a1']
  }
})

test('beside spent ranks the order is right, and an order that has some gets short ones, none of them one of its own', () => {
  const all = [...spent, 'a0', 'a1', 'Zz', 'c000'].sort()
  for (const [index, rank] of all.entries()) {
    const [before, after] = [all[index - 1] ?? null, all[index + 1] ?? null]
    for (const [from, to] of [
      [before, rank],
      [rank, after],
    ] as const) {
      const between = rankBetween(from, to)
      expect([from, to, (from ?? '') < between, to === null || between < to]).toEqual([from, to, true, true])
    }
    expect(ascends([rank, ...ranksBehind(rank, 200)])).toBe(true)
    expect(ascends([...ranksBefore(rank, 200), rank])).toBe(true)
  }
  for (const old of [all, [...ranksBehind(null, 500), 'z'.repeat(60)], [...ranksBehind(null, 500), `a0${'0'.repeat(60)}1`].sort()]) {
    const fresh = ranksInstead(old, null, null) ?? []
    expect([fresh.length, ascends(fresh), fresh.some(isSpent), fresh.some((rank) => old.includes(rank))]).toEqual([
      old.length,
      true,
      false,
      false,
    ])
  }
  expect(ranksInstead(['a1V'], 'a1', 'a2')).toEqual(['a1G'])
  for (const [before, after] of [
    ['a1', `a1${'0'.repeat(58)}V`],
    [null, 'A000'],
    ['z', null],
  ] as const)
    expect(ranksInstead([`a1${'0'.repeat(59)}V`], before, after)).toBeUndefined()
})
