import { expect, test } from 'vitest'
import { changedFields, mergeFields } from './merge-fields.ts'

const valid = { name: 'Sprint 12', description: '', starts_on: '2025-11-03', ends_on: '2025-11-14' }

test('only what the person changed is sent', () => {
  expect(changedFields({ ...valid, name: ' Sprint 12 ' }, valid)).toEqual({})
  expect(changedFields({ ...valid, description: 'Pix', ends_on: '2025-11-21' }, valid)).toEqual({
    description: 'Pix',
    ends_on: '2025-11-21',
  })
})

test('over a save that came first, what the person did not touch becomes the other person’s, and what both changed is told', () => {
  const theirs = { name: 'Sprint doze', description: 'Boleto', starts_on: '2025-11-03', ends_on: '2025-11-21' }
  const { met, clashes } = mergeFields({ ...valid, description: 'Pix' }, valid, theirs)
  expect(met).toEqual({ ...theirs, description: 'Pix' })
  expect(clashes).toEqual({ description: 'Boleto' })
  expect(changedFields(met, theirs), 'the second save replaces nothing else').toEqual({ description: 'Pix' })
})

test('two people who wrote the same are at odds about nothing', () => {
  const same = { ...valid, name: 'Sprint doze' }
  expect(mergeFields(same, valid, same)).toEqual({ met: same, clashes: {} })
})
