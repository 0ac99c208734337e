import { cleanup, configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'
import { changeLanguage } from '../i18n/index.ts'

// As on the server: no test means anything by how long it waits.
configure({ asyncUtilTimeout: 30_000 })

// jsdom has no layout, so nothing in it ever changes its size.
class StillObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= StillObserver

// The next file may have the same document and the same modules.
afterAll(async () => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await changeLanguage('pt-BR')
  localStorage.clear()
  sessionStorage.clear()
})
