import { limits } from '@rodada/contract/core/limits'
import { expect, test } from 'vitest'
import type { OutsideCard } from '../model.ts'
import { createNotes } from './bundle.ts'
import { cleanCard, type Known } from './clean.ts'

const known: Known = { fields: new Map(), labels: new Set(), lists: new Map([['l', {}]]), firstList: 'l' }

function clean(more: Partial<OutsideCard>) {
  const { note, all } = createNotes()
  const blank = { id: 'c', list: 'l', position: 1, title: 'Pix', description: '', members: [], labels: [], values: {} }
  return { card: cleanCard({ ...blank, ...more }, known, note), leftOut: all() }
}
const told = [{ kind: 'values_invalid', count: 1, subjects: ['Pix'] }]

test.each(['estimate', 'hours'] as const)('%s that no card may have are told, and left out', (name) => {
  for (const value of [-1, limits.estimate + 1]) {
    const { card, leftOut } = clean({ [name]: value })
    expect([value, card[name], leftOut]).toEqual([value, undefined, told])
  }
  for (const value of [undefined, 0, 2.5, limits.estimate]) {
    const { card, leftOut } = clean({ [name]: value })
    expect([value, card[name], leftOut]).toEqual([value, value, []])
  }
})

test('points may have any part, and hours are halves', () => {
  expect(clean({ estimate: 0.1 })).toMatchObject({ card: { estimate: 0.1 }, leftOut: [] })
  expect(clean({ hours: 0.1 })).toMatchObject({ card: { hours: undefined }, leftOut: told })
})

test('a card that comes again after it is done has no day, also where it waits for a place until one', () => {
  const rule = { every: 'completion', mode: 'copy', set_on: '2026-03-01', dates_of: '2026-03-01', list: null, is_done: true } as const
  for (const next_on of [null, '2026-03-02'])
    expect(clean({ recurrence: { ...rule, next_on } })).toMatchObject({ card: { recurrence: { ...rule, next_on: null } }, leftOut: [] })
  expect(clean({ recurrence: { ...rule, every: 'week', next_on: null } }).card.recurrence).toBeUndefined()
})
