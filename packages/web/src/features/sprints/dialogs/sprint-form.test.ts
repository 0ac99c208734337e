import { expect, test } from 'vitest'
import { checkSprint, newSprint } from './sprint-form.ts'

test('a new sprint begins in a week and lasts one', () => {
  expect(newSprint('2025-11-27')).toEqual({ name: '', description: '', starts_on: '2025-12-04', ends_on: '2025-12-11' })
})

const valid = { name: 'Sprint 12', description: '', starts_on: '2025-11-03', ends_on: '2025-11-14' }

test.each([
  [{ ...valid }, {}],
  [{ ...valid, name: '   ' }, { name: 'Nome da sprint é obrigatório' }],
  [{ ...valid, starts_on: '' }, { starts_on: 'Data de início e fim são obrigatórias' }],
  [{ ...valid, ends_on: '' }, { ends_on: 'Data de início e fim são obrigatórias' }],
  [{ ...valid, starts_on: '', ends_on: '' }, { starts_on: 'Data de início e fim são obrigatórias' }],
  [{ ...valid, ends_on: '2025-11-03' }, { ends_on: 'Data de fim deve ser posterior à data de início' }],
  [{ ...valid, ends_on: '2025-11-01' }, { ends_on: 'Data de fim deve ser posterior à data de início' }],
])('%o says %o', (fields, problems) => {
  expect(checkSprint(fields)).toEqual(problems)
})
