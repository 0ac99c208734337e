import { afterEach, expect, test } from 'vitest'
import { companyStart, roomOf, takeCompanyCode } from './company-return.ts'

afterEach(() => history.replaceState(null, '', '/'))

test('the code of the way back is taken out of the address, once', () => {
  history.replaceState(null, '', '/login?voltar=%2Fsprints#empresa=abc-_1')
  expect(takeCompanyCode()).toBe('abc-_1')
  expect(location.pathname + location.search + location.hash).toBe('/login?voltar=%2Fsprints')
  expect(takeCompanyCode()).toBeNull()
})

test('another mark is not a code, and stays', () => {
  history.replaceState(null, '', '/login?modo=criar#convite')
  expect(takeCompanyCode()).toBeNull()
  expect(location.hash).toBe('#convite')
})

test('a room that waits goes along, and comes back', () => {
  expect(companyStart(undefined)).toBe('/api/auth/oidc')
  const start = companyStart('K7M2QX')
  expect(roomOf(new URLSearchParams(start.slice(start.indexOf('?'))).get('voltar') ?? undefined)).toBe('K7M2QX')
  for (const path of ['/votacao/', '/votacao/K7M2QX/registro', '/votacao/%E0%A4%A', '/sprints', undefined])
    expect(roomOf(path), path).toBeUndefined()
})
