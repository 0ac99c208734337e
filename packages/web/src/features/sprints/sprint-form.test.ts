import { expect, test } from 'vitest'
import { checkSprint, newSprint } from './sprint-form.ts'

test('a new sprint begins in a week and lasts one', () => {
  expect(newSprint('2025-11-27')).toEqual({ nome: '', descricao: '', data_inicio: '2025-12-04', data_fim: '2025-12-11' })
})

const valid = { nome: 'Sprint 12', descricao: '', data_inicio: '2025-11-03', data_fim: '2025-11-14' }

test.each([
  [{ ...valid }, {}],
  [{ ...valid, nome: '   ' }, { nome: 'Nome da sprint é obrigatório' }],
  [{ ...valid, data_inicio: '' }, { data_inicio: 'Data de início e fim são obrigatórias' }],
  [{ ...valid, data_fim: '' }, { data_fim: 'Data de início e fim são obrigatórias' }],
  [{ ...valid, data_inicio: '', data_fim: '' }, { data_inicio: 'Data de início e fim são obrigatórias' }],
  [{ ...valid, data_fim: '2025-11-03' }, { data_fim: 'Data de fim deve ser posterior à data de início' }],
  [{ ...valid, data_fim: '2025-11-01' }, { data_fim: 'Data de fim deve ser posterior à data de início' }],
])('%o says %o', (fields, problems) => {
  expect(checkSprint(fields)).toEqual(problems)
})
