import type { BrowserContext, Page } from '@playwright/test'

/**
 * What a browser did that no journey may do: write errors to its console, or ask anybody but our origin for something. That is an
 * error there, too: the content security policy forbids it, and this browser finds no other host (`browserFlags`).
 */
export class Watch {
  readonly problems: string[] = []
  private readonly origin: string
  private networkMayFail = false
  private readonly visited = new Set<string>()

  constructor(context: BrowserContext, origin: string) {
    this.origin = origin
    context.on('page', (page) => this.follow(page))
    // To be led elsewhere is no error in a console: it fails, or where it leads is on this machine.
    context.on('requestfailed', (request) => this.expectOurs(request.url()))
  }

  /** From here on the network may fail: the journey takes it away, or kills the server. */
  allowNetworkErrors(): void {
    this.networkMayFail = true
  }

  /** The journey leads to another site on purpose, as to the one that authorizes. */
  allowVisit(origin: string): void {
    this.visited.add(origin)
  }

  /** Whether another site may have kept something in this browser. */
  get mayHaveLeft(): boolean {
    return this.visited.size > 0
  }

  /** Begins again, for the next whose browser it is. */
  forget(): void {
    this.problems.length = 0
    this.networkMayFail = false
    this.visited.clear()
  }

  private expectOurs(url: string): void {
    // A tab whose document the browser saves instead of showing it has no address.
    if (url === '') return
    const { protocol, origin } = new URL(url)
    if (!/^(https?|wss?):$/.test(protocol) || origin === this.origin || this.visited.has(origin)) return
    this.problems.push(`left the origin: ${url}`)
  }

  private follow(page: Page): void {
    page.on('framenavigated', (frame) => this.expectOurs(frame.url()))
    page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      const text = message.text()
      // The browser notes every answer that is not 2xx; a refused login is an answer, not an error of ours.
      if (/the server responded with a status of 4\d\d/.test(text) && message.location().url.includes('/api/')) return
      // A page that is left while its socket still polls: Engine.IO closes the session, and the poll under way finds it gone.
      if (/status of 400/.test(text) && /\/socket\.io\/.*transport=polling.*sid=/.test(message.location().url)) return
      // React notes what an error screen caught, although that screen tells it.
      if (this.networkMayFail && text.startsWith('CallError: Erro de conexão')) return
      if (this.networkMayFail && /net::ERR_(?!NAME_NOT_RESOLVED)|WebSocket connection to|status of (400|502|503)/.test(text)) return
      this.problems.push(`console: ${text} (${message.location().url})`)
    })
  }
}
