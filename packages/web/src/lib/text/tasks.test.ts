import { expect, test } from 'vitest'
import { setTask, setTaskAgain, tasksOf } from './tasks.ts'

const text = 'Antes\n\n- [ ] um\n  - [x] dois\n1. [X] três\n> - [ ] quatro\n```\n- [ ] código\n```\n- [] nada\n- [ ]\n- [ ] um'

test('tasks are found in lists and quotes, and not in code', () => {
  expect(tasksOf(text)).toEqual([
    { line: 2, done: false },
    { line: 3, done: true },
    { line: 4, done: true },
    { line: 5, done: false },
    { line: 11, done: false },
  ])
})

test('a task is done and open again, and nothing else changes', () => {
  const done = setTask(text, 2, true)
  expect(done.split('\n')[2]).toBe('- [x] um')
  expect(setTask(done, 2, false)).toBe(text)
  expect(setTask(text, 0, true)).toBe(text)
})

test('in a text that somebody changed, a task is found where it went', () => {
  expect(setTaskAgain('- [ ] um\n- [ ] dois', 1, true, 'Novo\n\n- [x] um\n- [ ] dois')).toBe('Novo\n\n- [x] um\n- [x] dois')
  expect(setTaskAgain('- [ ] um\n- [ ] um', 1, true, '- [ ] um\n- [ ] um\nfim')).toBe('- [ ] um\n- [x] um\nfim')
  expect(setTaskAgain('- [ ] um', 0, true, '- [ ] outra coisa')).toBeNull()
})
