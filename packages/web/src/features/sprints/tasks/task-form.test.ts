import { describe, expect, test } from 'vitest'
import { bodyOf, changesOf, checkTask, emptyTask } from './task-form.ts'

describe('what is wrong with a task', () => {
  const valid = { ...emptyTask(), title: 'Pix' }
  test.each([
    [valid, {}],
    [{ ...valid, title: ' ' }, { title: 'Dê um título à tarefa.' }],
    [{ ...valid, estimated_hours: '2,5' }, {}],
    [{ ...valid, estimated_hours: '0.3' }, { estimated_hours: 'As horas vão de 0 a 1.000, de meia em meia hora.' }],
    [{ ...valid, estimated_hours: '-1' }, { estimated_hours: 'As horas vão de 0 a 1.000, de meia em meia hora.' }],
    [{ ...valid, estimated_hours: '8h' }, { estimated_hours: 'As horas vão de 0 a 1.000, de meia em meia hora.' }],
    [{ ...valid, estimate: '1e3' }, { estimate: 'A estimativa vai de 0 a 1.000.' }],
    [{ ...valid, estimate: '1001' }, { estimate: 'A estimativa vai de 0 a 1.000.' }],
  ])('%#', (fields, problems) => {
    expect(checkTask(fields)).toEqual(problems)
  })
})

test('an empty date, number or person is sent as none', () => {
  expect(bodyOf({ ...emptyTask(7), title: ' Pix ' })).toEqual({
    title: 'Pix',
    description: '',
    priority: 'medium',
    estimated_hours: null,
    estimate: null,
    due_date: null,
    notes: '',
    assigned_to: null,
    column_id: 7,
  })
})

test('what was not touched is not sent', () => {
  const before = { ...emptyTask(1), title: 'Pix', estimated_hours: '2' }
  expect(changesOf(before, { ...before, estimated_hours: '2,5' })).toEqual({ estimated_hours: 2.5 })
  expect(changesOf(before, { ...before, due_date: '2025-11-03', column_id: '2' })).toEqual({ due_date: '2025-11-03', column_id: 2 })
  expect(changesOf(before, before)).toEqual({})
})
