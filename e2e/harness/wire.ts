import type { Page } from '@playwright/test'
import { notHandedOn } from './tabs.ts'

/** Everything that the server sends to one page in real time: websocket frames, polling answers and API replies. */
export class Wire {
  private readonly texts: string[] = []
  private readonly pending = new Set<Promise<void>>()

  constructor(page: Page) {
    notHandedOn(page).on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.texts.push(payload.toString()))
    })
    notHandedOn(page).on('response', (response) => {
      if (!/\/(socket\.io|api)\//.test(response.url())) return
      const reading = response
        .text()
        .then((text) => void this.texts.push(text))
        // A poll that a reload cut short has no body to read.
        .catch(() => undefined)
        .finally(() => this.pending.delete(reading))
      this.pending.add(reading)
    })
  }

  /** All texts that arrived so far. */
  async received(): Promise<string[]> {
    await Promise.all(this.pending)
    return [...this.texts]
  }
}
