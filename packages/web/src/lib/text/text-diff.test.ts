import { expect, test } from 'vitest'
import { compareWords, mergeTexts } from './text-diff.ts'

const added = (before: string, text: string): string[] =>
  compareWords(before, text)
    .filter((stretch) => stretch.added)
    .map((stretch) => stretch.text.trim())

test('what was added is marked, word by word, and nothing is lost', () => {
  const text = 'Mostrar juros, taxas e o total antes do botão'
  expect(added('Mostrar juros e total antes do botão', text)).toEqual([', taxas', 'o'])
  expect(
    compareWords('outra coisa', text)
      .map((stretch) => stretch.text)
      .join(''),
  ).toBe(text)
  expect(added('igual', 'igual')).toEqual([])
  expect(compareWords('tudo', '')).toEqual([])
})

const origin = 'um\ndois\ntrês\nquatro'

test.each([
  ['only one side changed', 'um\ndois\ntrês\nQUATRO', origin, 'um\ndois\ntrês\nQUATRO'],
  ['different lines', 'UM\ndois\ntrês\nquatro', 'um\ndois\ntrês\nQUATRO', 'UM\ndois\ntrês\nQUATRO'],
  ['both the same', 'um\nDOIS\ntrês\nquatro', 'um\nDOIS\ntrês\nquatro', 'um\nDOIS\ntrês\nquatro'],
  ['the same line: theirs and then ours', 'um\nnosso\ntrês\nquatro', 'um\ndeles\ntrês\nquatro', 'um\ndeles\nnosso\ntrês\nquatro'],
  ['both added at the end', `${origin}\nnosso`, `${origin}\ndeles`, `${origin}\ndeles\nnosso`],
  ['one removed, the other added elsewhere', 'um\ntrês\nquatro', `${origin}\ncinco`, 'um\ntrês\nquatro\ncinco'],
])('merging: %s', (_, ours, theirs, merged) => {
  expect(mergeTexts(origin, ours, theirs)).toBe(merged)
})

test('two texts written where there was none stand one below the other', () => {
  expect(mergeTexts('', 'da Ana', 'do Caio')).toBe('do Caio\nda Ana')
})

test('a merge keeps every line that a side wrote', () => {
  const ours = 'zero\num\ndois e meio\ntrês'
  const theirs = 'um\ndois\ntrês e pouco\nquatro\ncinco'
  const merged = mergeTexts(origin, ours, theirs).split('\n')
  for (const line of ['zero', 'dois e meio', 'três e pouco', 'cinco']) expect(merged).toContain(line)
})

test('a change in a long text is found without comparing all of it', () => {
  const long = 'palavra, '.repeat(2200)
  const found = compareWords(long, `${long.slice(0, 9000)}nova ${long.slice(9000)}`)
  expect(found.filter(({ added }) => added).map(({ text }) => text)).toEqual(['nova '])
})

test('long texts that differ all over are compared by lines', () => {
  const text = (word: string) =>
    Array.from({ length: 400 }, (_, line) => (line % 2 ? `linha ${line} comum` : `${word} ${line} . , ; : ! ?`)).join('\n')
  const found = compareWords(text('antes'), text('depois'))
  expect(found.filter(({ added }) => !added)[0]?.text).toBe('linha 1 comum\n')
  expect(found.map(({ text: stretch }) => stretch).join('')).toBe(text('depois'))
})

test('a long text whose lines are all alike is merged at once, and both keep what they wrote', () => {
  const long = 'a\n'.repeat(9000)
  const [ours, theirs] = [long.replace('a', 'nosso'), `${long.slice(0, -2)}deles\n`]
  const merged = mergeTexts(`início\n${long}fim`, `início\n${ours}fim`, `início\n${theirs}fim`)
  expect(merged.split('\n').filter((line) => line !== 'a')).toEqual(['início', 'deles', 'nosso', 'fim'])
})
