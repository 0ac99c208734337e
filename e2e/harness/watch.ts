import type { BrowserContext, Page } from '@playwright/test'

/**
 * What a browser did that no journey may do: write errors to its console, or ask anybody but our origin for something. That is an
 * error there, too: the content security policy forbids it, and this browser finds no other host (`browserFlags`).
 */
export class Watch {
  readonly problems: string[] = []
  private networkMayFail = false

  constructor(context: BrowserContext) {
    context.on('page', (page) => this.follow(page))
  }

  /** From here on the network may fail: the journey takes it away, or kills the server. */
  allowNetworkErrors(): void {
    this.networkMayFail = true
  }

  /** Begins anew, for the next whose browser it is. */
  forget(): void {
    this.problems.length = 0
    this.networkMayFail = false
  }

  private follow(page: Page): void {
    page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      const text = message.text()
      // The browser notes every answer that is not 2xx; a refused login is an answer, not an error of ours.
      if (/the server responded with a status of 4\d\d/.test(text) && message.location().url.includes('/api/')) return
      // A page that is left while its socket still polls: Engine.IO closes the session, and the poll under way finds it gone.
      if (/status of 400/.test(text) && /\/socket\.io\/.*transport=polling.*sid=/.test(message.location().url)) return
      if (this.networkMayFail && /net::ERR_(?!NAME_NOT_RESOLVED)|WebSocket connection to|status of (400|502|503)/.test(text)) return
      this.problems.push(`console: ${text} (${message.location().url})`)
    })
  }
}
