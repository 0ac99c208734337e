import { afterEach, expect, test, vi } from 'vitest'
import { fetchPart } from './server-gone.ts'

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/LoginScreen.js')
const load = () => Promise.reject(missing)
afterEach(() => void vi.unstubAllGlobals())

test('a part that cannot be had because the server is gone says so in the words of the specification', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(fetchPart(load)).rejects.toMatchObject({
    id: 'network',
    message: 'Erro de conexão com o servidor. Verifique sua internet.',
  })
})

test.each([502, 504])('also when only a proxy answers, with %i', async (status) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })))
  await expect(fetchPart(load)).rejects.toMatchObject({ id: 'network' })
})

test('a part that the server does not have any more is the failure that it was', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 503 })))
  await expect(fetchPart(load)).rejects.toBe(missing)
})
