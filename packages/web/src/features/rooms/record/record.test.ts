import type { RecordRound } from '@rodada/contract/rooms/record'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import { recordMarkdown } from './record-markdown.ts'
import { minutesText, sessionWords, storyText } from './record-words.ts'
import { finalCard, numbersOf, type Story, storiesOf, timeOf } from './stories.ts'

beforeAll(() => loadTexts('record'))

const deck = ['1', '2', '3', '5', '8', '13', '?', '☕']
const minute = 60_000
const start = Date.parse('2026-11-11T13:02:00.000Z')
const at = (minutes: number) => new Date(start + minutes * minute).toISOString()

/** A round on a task, begun and revealed at these minutes, with the cards of Ana, Bia, … */
const round = (
  number: number,
  title: string | null,
  cards: string[],
  from: number,
  to: number,
  more: Partial<RecordRound> = {},
): RecordRound => ({
  round: number,
  task: title === null ? null : { title, task_id: null, card: null },
  votes: cards.map((vote, index) => ({ participantId: index + 1, userName: ['Ana', 'Bia', 'Caio'][index] ?? 'Davi', vote })),
  deck,
  average: '0.0',
  median: null,
  reasons: [],
  estimate: null,
  savedBy: null,
  savedAt: null,
  observers: 0,
  startedAt: at(from),
  revealedAt: at(to),
  ...more,
})
const story = (...rounds: RecordRound[]): Story => ({ key: 'a', day: '2026-11-11', title: 'Pix', rounds })
const card = (title: string) => ({ task: { title, task_id: 7, card: null } })

test('rounds of a task are one story, in the order of the day; days come from the last on; without a task each round is its own', () => {
  const rounds = [
    round(6, 'Pix', ['5'], 24 * 60, 24 * 60 + 1),
    round(5, null, ['5'], 12, 13),
    round(4, null, ['5'], 10, 11),
    round(3, 'Pix', ['5'], 8, 9),
    round(2, 'Boleto', ['5'], 4, 6),
    round(1, 'Pix', ['5'], 0, 3),
  ]
  expect(storiesOf(rounds).map(({ day, stories }) => [day, stories.map(({ rounds: of }) => of.map((one) => one.round))])).toEqual([
    ['2026-11-12', [[6]]],
    ['2026-11-11', [[1, 3], [2], [4], [5]]],
  ])
})

describe('the card that a story ended with', () => {
  test('is what was saved last, also when it was voted on again', () => {
    expect(finalCard(story(round(1, 'Pix', ['8'], 0, 1, { ...card('Pix'), estimate: 8 }), round(2, 'Pix', ['5'], 2, 3, card('Pix'))))).toBe(
      '8',
    )
  })
  test('of a title without a card is what the table agreed on, a number or not', () => {
    expect(finalCard(story(round(1, 'Pix', ['M', 'M', 'G'], 0, 1)))).toBe('M')
    expect(finalCard(story(round(1, 'Pix', ['2', '8'], 0, 1)))).toBeNull()
  })
  test('is none while a card has nothing saved', () => {
    expect(finalCard(story(round(1, 'Pix', ['5', '5'], 0, 1, card('Pix'))))).toBeNull()
  })
})

describe('in words', () => {
  test.each([
    [[round(1, 'Pix', ['5', '5'], 0, 1)], 'Consenso na primeira'],
    [[round(1, 'Pix', ['2', '3', '2'], 0, 1)], 'Quase lá, do 2 ao 3'],
    [[round(1, 'Pix', ['2', '13'], 0, 1), round(2, 'Pix', ['5', '5'], 2, 3)], 'Do 2 ao 13, depois consenso'],
    [[round(1, 'Pix', ['5', '13'], 0, 1), round(2, 'Pix', ['8', '8', '5'], 2, 3)], 'Do 5 ao 13, depois quase lá, do 5 ao 8'],
    [[round(1, 'Pix', ['3', '?'], 0, 1, card('Pix'))], 'Do 3 ao ?, ficou sem estimativa'],
    [[round(1, 'Pix', ['3', '☕', '13'], 0, 1, card('Pix'))], 'Do 3 ao café, ficou sem estimativa'],
    [[round(1, 'Pix', ['5'], 0, 1)], 'Um voto só'],
    [[round(1, 'Pix', [], 0, 1)], 'Ninguém votou, ficou sem estimativa'],
  ])('%#: %s', (rounds, text) => {
    expect(storyText(story(...rounds))).toBe(text)
  })
  test('sizes go by the deck', () => {
    expect(storyText(story(round(1, 'Pix', ['G', 'P', 'M'], 0, 1, { deck: ['PP', 'P', 'M', 'G'] })))).toContain('Do P ao G')
  })
  test('when and with how many', () => {
    const rounds = [round(2, 'Boleto', ['5', '5'], 40, 49, { observers: 2 }), round(1, 'Pix', ['5', '5', '8'], 0, 3)]
    expect(sessionWords(rounds, ['2026-11-11'])).toEqual({
      title: 'Sessão de 11 de novembro',
      lead: expect.stringMatching(/^Das \d\d:02 às \d\d:51, com 3 votando e 2 observando$/),
    })
    expect(sessionWords(rounds, ['2026-11-12', '2026-11-11']).title).toBe('Sessões de 11 de novembro a 12 de novembro')
  })
  test.each([
    [0, ''],
    [20_000, 'até 1 min'],
    [9 * minute, '9 min'],
    [65 * minute, '1 h 05'],
  ])('%d ms: %s', (ms, text) => expect(minutesText(ms)).toBe(text))
})

test('the time of a story counts the talk between its rounds and until it was saved, and no night that the table was left alone', () => {
  const first = round(1, 'Pix', ['2', '13'], 0, 3)
  const second = round(2, 'Pix', ['5', '5'], 7, 8, { estimate: 5, savedAt: at(9) })
  expect(timeOf(story(first, second))).toBe(9 * minute)
  expect(timeOf(story(first, { ...second, round: 4 })), 'another story was between').toBe(5 * minute)
  expect(timeOf(story(round(1, 'Pix', ['5'], 0, 20 * 60)))).toBe(0)
  expect(timeOf(story({ ...first, startedAt: null }))).toBe(0)
})

test('the figures are of the stories that are shown', () => {
  const stories = [
    story(round(1, 'A', ['5', '5'], 0, 2, { ...card('A'), estimate: 5 })),
    story(round(2, 'B', ['2', '13'], 2, 8), round(3, 'B', ['3', '3'], 8, 10, { ...card('B'), estimate: 3 })),
    story(round(4, 'C', ['2', '13'], 10, 14, card('C'))),
  ]
  expect(numbersOf(stories)).toEqual({ stories: 3, estimated: 2, points: 8, agreedAtFirst: 1, medianMs: 4 * minute })
  const nearly = round(1, 'A', ['5', '5', '5', '3'], 0, 2)
  expect(numbersOf([story(nearly)]).agreedAtFirst).toBe(1)
  expect(numbersOf([story(nearly, round(2, 'A', ['5', '5', '5', '5'], 2, 3))]).agreedAtFirst, 'they voted once more').toBe(0)
})

test('as Markdown what people typed stays a text', () => {
  const rounds = [
    round(1, 'Pix | <b>já</b> [x](y)', ['2', '13'], 0, 3, {
      reasons: [{ participantId: 2, userName: '*Bia*', avatar: null, text: 'É `assim`' }],
      estimate: 5,
      savedBy: 'Ana',
      savedAt: at(4),
    }),
  ]
  const text = recordMarkdown({ roomName: '# Sala', rounds, days: storiesOf(rounds) })
  expect(text).toContain('# Sessão de 11 de novembro: \\# Sala')
  expect(text).toContain('| Pix \\| \\<b\\>já\\</b\\> \\[x\\](y) | 5 | Do 2 ao 13 | 4 min |')
  expect(text).toContain('Ana **2**, Bia **13**')
  expect(text).toContain('- \\*Bia\\*: É \\`assim\\`')
  expect(text).toMatch(/Ana salvou 5 no cartão às \d\d:06\./)
})
