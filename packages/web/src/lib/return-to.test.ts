import { beforeEach, expect, test } from 'vitest'
import { rememberPath, takeRememberedPath } from './return-to.ts'

beforeEach(() => sessionStorage.clear())

test('a path of this origin is remembered once', () => {
  rememberPath('/sprint/3/tasks?view=1')
  expect(takeRememberedPath()).toBe('/sprint/3/tasks?view=1')
  expect(takeRememberedPath()).toBeNull()
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/login?roomId=K7M2QX', ''])(
  '%s is not',
  (path) => {
    rememberPath(path)
    expect(takeRememberedPath()).toBeNull()
  },
)

test('what somebody else put there is not followed either', () => {
  sessionStorage.setItem('rodada.returnTo', '//evil.example')
  expect(takeRememberedPath()).toBeNull()
})
