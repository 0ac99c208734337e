import type { Card } from '@rodada/contract/cards/cards'
import { expect, test } from 'vitest'
import { today } from '../../../lib/dates/days.ts'
import { dueState } from '../../../lib/dates/due.ts'
import { readEstimate } from './facts/estimate.ts'
import { changedMeanwhile, readEdit } from './texts/text-edit.ts'

const now = new Date(2026, 10, 21, 23, 50)

test.each([
  ['2026-11-20', 'late', -1],
  ['2026-11-21', 'today', 0],
  ['2026-11-22', 'soon', 1],
  ['2026-11-24', 'soon', 3],
  ['2026-11-25', 'later', 4],
  ['2027-03-01', 'later', 100],
] as const)('%s is %s', (due, state, days) => {
  expect(dueState(due, 'pendente', now)).toEqual({ state, days })
})

test('what is finished is never late; today is the person’s, not that of Greenwich', () => {
  expect(dueState('2020-01-01', 'concluida', now).state).toBe('done')
  expect(dueState('2020-01-01', 'impedimento', now).state).toBe('late')
  expect(today(now)).toBe('2026-11-21')
})

test.each([
  ['', null],
  [' 3 ', 3],
  ['2,5', 2.5],
  ['0.5', 0.5],
  ['0', 0],
  ['1000', 1000],
  ['1001', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['dois', undefined],
  ['2,5,1', undefined],
])('estimate "%s" is %s', (typed, value) => {
  expect(readEstimate(typed)).toBe(value)
})

const fresh = (description: string, version = 4) => ({ description, title: 'Outro título', version }) as Card
const edit = { text: 'a minha', origin: 'a de antes', version: 3 }

test('a note appears only for a text that somebody else changed', () => {
  expect(changedMeanwhile(edit, fresh('a do Caio'), 'description')).toBe(true)
  expect(changedMeanwhile(edit, fresh('a de antes'), 'description')).toBe(false)
  expect(changedMeanwhile(edit, fresh('a minha'), 'description')).toBe(false)
  expect(changedMeanwhile(edit, fresh('a do Caio', 3), 'description')).toBe(false)
})

test('a damaged draft is none', () => {
  expect(readEdit(JSON.stringify(edit))).toEqual(edit)
  for (const stored of [null, '', '{', '[]', '"x"', '{"text":1,"origin":"","version":1}']) expect(readEdit(stored)).toBeNull()
})
