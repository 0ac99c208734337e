import { describe, expect, test } from 'vitest'
import { bodyOf, changesOf, checkTask, emptyTask, readNumber } from './task-form.ts'

test('numbers are read with comma or dot', () => {
  expect([readNumber(''), readNumber(' 2,5 '), readNumber('3.0'), readNumber('0')]).toEqual([null, 2.5, 3, 0])
  expect(readNumber('muitas')).toBeNaN()
  expect(readNumber('1e3')).toBeNaN()
})

describe('what is wrong with a task', () => {
  const valid = { ...emptyTask(), titulo: 'Pix' }
  test.each([
    [valid, {}],
    [{ ...valid, titulo: ' ' }, { titulo: 'Dê um título à tarefa.' }],
    [{ ...valid, estimativa_horas: '2,5' }, {}],
    [{ ...valid, estimativa_horas: '0.3' }, { estimativa_horas: 'As horas vão de 0 a 1.000, de meia em meia hora.' }],
    [{ ...valid, estimativa_horas: '-1' }, { estimativa_horas: 'As horas vão de 0 a 1.000, de meia em meia hora.' }],
    [{ ...valid, estimativa_pontos: '1001' }, { estimativa_pontos: 'A estimativa vai de 0 a 1.000.' }],
  ])('%#', (fields, problems) => {
    expect(checkTask(fields)).toEqual(problems)
  })
})

test('an empty date, number or person is sent as none', () => {
  expect(bodyOf({ ...emptyTask(7), titulo: ' Pix ' })).toEqual({
    titulo: 'Pix',
    descricao: '',
    estimativa_horas: null,
    estimativa_pontos: null,
    data_limite: null,
    observacoes: '',
    assigned_to: null,
    column_id: 7,
  })
})

test('what was not touched is not sent', () => {
  const before = { ...emptyTask(1), titulo: 'Pix', estimativa_horas: '2' }
  expect(changesOf(before, { ...before, estimativa_horas: '2,5' })).toEqual({ estimativa_horas: 2.5 })
  expect(changesOf(before, { ...before, data_limite: '2025-11-03', column_id: '2' })).toEqual({ data_limite: '2025-11-03', column_id: 2 })
  expect(changesOf(before, before)).toEqual({})
})
