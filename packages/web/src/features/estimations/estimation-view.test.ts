import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { leftText } from '../../ui/estimate/estimation-words.ts'
import { agreementText, type Card, missingCards, talksOf } from './estimation-view.ts'
import { changedVote } from './voting/use-votes.ts'

beforeAll(() => loadTexts('estimations'))

const deck = ['1', '2', '3', '5', '8', '13', '?', '☕']
const card = (card_id: number, votes: string[], settled: number | null = null): Card => ({
  ...{ card_id, title: `Cartão ${card_id}`, description: '', estimate: null, settled, estimate_before: null },
  votes: votes.map((vote, index) => ({ user_id: index, name: `P${index}`, vote, confidence: null, reason: null })),
})

test('what is left comes widest first, with its ends; what says nothing of a size is no end', () => {
  const talks = talksOf([card(1, ['5', '5'], 5), card(2, ['3', '8']), card(3, ['1', '13', '?']), card(4, ['5', '?']), card(5, [])], deck)
  expect(talks.map(({ card: { card_id } }) => card_id)).toEqual([3, 2, 4, 5])
  expect(talks.map(({ low, high }) => [low?.face, high?.face])).toEqual([
    ['1', '13'],
    ['3', '8'],
    [undefined, undefined],
    [undefined, undefined],
  ])
})

test('an agreement is said in words', () => {
  expect(agreementText(card(1, ['5', '5'], 5), deck)).toBe('todos no 5')
  expect(agreementText(card(1, ['8', '5', '8'], 8), deck)).toBe('vizinhas 5 e 8')
})

test('a vote keeps what is not changed, and without a face there is none', () => {
  const votes = { 1: { vote: '5', confidence: 'sure' as const, reason: 'Já fizemos' } }
  expect(changedVote(votes, 1, { vote: '8' })).toEqual({ vote: '8', confidence: 'sure', reason: 'Já fizemos' })
  expect(changedVote(votes, 1, { confidence: null })).toEqual({ vote: '5', confidence: null, reason: 'Já fizemos' })
  expect(changedVote(votes, 2, { confidence: 'sure' })).toBeUndefined()
  expect(missingCards([card(1, []), card(2, [])], votes).map(({ card_id }) => card_id)).toEqual([2])
})

test('the time that is left is told in its largest unit', () => {
  const now = Date.parse('2026-11-25T12:00:00Z')
  const left = (minutes: number) => leftText(new Date(now + minutes * 60_000).toISOString(), now)
  expect([left(3 * 24 * 60), left(49 * 60), left(47 * 60), left(90), left(1), left(-5)]).toEqual([
    'faltam 3 dias',
    'faltam 2 dias',
    'faltam 47 horas',
    'faltam 90 minutos',
    'falta 1 minuto',
    'falta 1 minuto',
  ])
})
