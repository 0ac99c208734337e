import { expect, test } from 'vitest'
import { changedFields, meetFields } from './meet-fields.ts'

const valid = { nome: 'Sprint 12', descricao: '', data_inicio: '2025-11-03', data_fim: '2025-11-14' }

test('only what the person changed is sent', () => {
  expect(changedFields({ ...valid, nome: ' Sprint 12 ' }, valid)).toEqual({})
  expect(changedFields({ ...valid, descricao: 'Pix', data_fim: '2025-11-21' }, valid)).toEqual({ descricao: 'Pix', data_fim: '2025-11-21' })
})

test('over a save that came first, what the person did not touch becomes the other person’s, and what both changed is told', () => {
  const theirs = { nome: 'Sprint doze', descricao: 'Boleto', data_inicio: '2025-11-03', data_fim: '2025-11-21' }
  const { met, clashes } = meetFields({ ...valid, descricao: 'Pix' }, valid, theirs)
  expect(met).toEqual({ ...theirs, descricao: 'Pix' })
  expect(clashes).toEqual({ descricao: 'Boleto' })
  expect(changedFields(met, theirs), 'the second save replaces nothing else').toEqual({ descricao: 'Pix' })
})

test('two people who wrote the same are at odds about nothing', () => {
  const same = { ...valid, nome: 'Sprint doze' }
  expect(meetFields(same, valid, same)).toEqual({ met: same, clashes: {} })
})
