import type { Page, Route } from '@playwright/test'
import { notHandedOn } from './tabs.ts'

/** What of the real-time traffic of a page gets lost: nothing, all of it, or only what the server says. */
type Lost = 'nothing' | 'everything' | 'answers'

/**
 * A network that drops bytes without a word: sockets stay open, no request fails, nothing arrives. Installed before the page is opened.
 */
export class Silence {
  private lost: Lost = 'nothing'
  private readonly held: Route[] = []

  async install(page: Page): Promise<void> {
    await notHandedOn(page).routeWebSocket(/\/socket\.io\//, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((message) => {
        if (this.lost !== 'everything') server.send(message)
      })
      server.onMessage((message) => {
        if (this.lost === 'nothing') socket.send(message)
      })
    })
    await notHandedOn(page).route('**/socket.io/**', (route) => {
      if (this.lost === 'nothing') return route.continue()
      this.held.push(route)
    })
  }

  begin(lost: Exclude<Lost, 'nothing'>): void {
    this.lost = lost
  }

  async end(): Promise<void> {
    this.lost = 'nothing'
    // A request that the page gave up meanwhile cannot go on.
    await Promise.all(this.held.splice(0).map((route) => route.continue().catch(() => undefined)))
  }
}
