import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDraft } from './use-draft.ts'

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const opened = { notes: '', points: '3', due: '' }
const open = (initial: typeof opened) => renderHook(() => useDraft('task.1', initial)).result
/** Writes into a form and closes it. */
function write(initial: typeof opened, change: Partial<typeof opened>) {
  const form = open(initial)
  act(() => form.current[1](change))
  cleanup()
}

test('only what was written is kept: the rest is what the form is about now', () => {
  write(opened, { notes: 'Ver o log' })
  const [fields, , , clashes] = open({ notes: '', points: '8', due: '2026-12-01' }).current
  expect(fields).toEqual({ notes: 'Ver o log', points: '8', due: '2026-12-01' })
  expect(clashes).toEqual({})
})

test('what somebody else wrote into the same field meanwhile is told', () => {
  write(opened, { notes: 'Ver o log', points: '5' })
  const [fields, , , clashes] = open({ notes: 'Ver o painel', points: '3', due: '' }).current
  expect(fields).toEqual({ notes: 'Ver o log', points: '5', due: '' })
  expect(clashes).toEqual({ notes: 'Ver o painel' })
})

test('a field that is as it was is kept no longer, nor is a form that was sent', () => {
  write(opened, { notes: 'Ver o log', points: '5' })
  write(opened, { notes: '' })
  expect(open(opened).current[0]).toEqual({ ...opened, points: '5' })
  const [, , forget] = open(opened).current
  forget()
  cleanup()
  expect(open(opened).current[0]).toEqual(opened)
})

test('what is compared with from now on may be given, and a change may build on what is there now', () => {
  const form = open(opened)
  act(() => form.current[1]({ notes: 'Ver o log' }))
  act(() => form.current[1]({ points: '8' }, { ...opened, points: '8' }))
  act(() => form.current[1](({ notes }) => ({ notes: `${notes}!` })))
  expect(form.current[0]).toEqual({ notes: 'Ver o log!', points: '8', due: '' })
  cleanup()
  expect(open({ ...opened, points: '13' }).current[0], 'the points are theirs').toEqual({ ...opened, notes: 'Ver o log!', points: '13' })
})

test('a change after the form was closed is kept', () => {
  const form = open(opened)
  const [, change] = form.current
  cleanup()
  change({ notes: 'Recusado' })
  expect(open(opened).current[0].notes).toBe('Recusado')
})

test('what comes back after a draft was forgotten stands alone', () => {
  const form = open(opened)
  act(() => form.current[1]({ notes: 'Descartado' }))
  const [, change, forget] = form.current
  forget()
  cleanup()
  change(({ notes }) => ({ notes: `${notes}Recusado` }))
  expect(open(opened).current[0].notes).toBe(`${opened.notes}Recusado`)
})

test('a damaged draft is none', () => {
  write(opened, { notes: 'Ver o log' })
  for (const key of Object.keys(sessionStorage))
    sessionStorage.setItem(key, '{"notes":1,"points":{"from":1},"other":{"from":"","text":"x"}}')
  expect(open(opened).current[0]).toEqual(opened)
})

test('what an open tab kept before origins were noted is there', () => {
  sessionStorage.setItem('rodada.draft.0.task.1', JSON.stringify({ notes: 'Ver o log', points: '3' }))
  expect(open(opened).current[0]).toEqual({ ...opened, notes: 'Ver o log' })
})
