import { existsSync, readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preservedStatuses, sendError } from './error-replies.ts'
import { notFound } from './errors.ts'
import { languageFromHeader } from './languages.ts'

/**
 * Addresses that have no page: those of the API, of built files, and all that look like a file's name. No page has an address with an
 * extension or with a part that begins with a dot.
 */
const pageless = /^\/(?:api|assets)(?:\/|$)|\/\.|\.[a-z\d]+$/i

/** The pattern that every address outside of the API matches. */
const anyFile = '/*'

/** Pages whose document the build has by a name of its own, because it says more: what the page loads, or its first view. */
const documents = [
  ['landing', /^\/(?:\?|$)/],
  // The door of a room, and nothing else that the address says.
  ['seat', /^\/login\/?\?roomId=[\w-]+$/],
  ['login', /^\/login\/?(?:\?|$)/],
  ['room', /^\/votacao\/[^/?]+\/?(?:\?|$)/],
] as const

/** The name of the document of a page, in the language that the browser asks for. */
function documentOf({ url, headers }: FastifyRequest): string | undefined {
  const known = documents.find(([, pattern]) => pattern.test(url))
  return known && `${known[0]}.${languageFromHeader(headers['accept-language'])}.html`
}

/** Whether the web folder has nothing at an address and @fastify/static says so by an error, as it does for a folder. */
export function isRefusedPath(error: unknown, { routeOptions }: FastifyRequest): boolean {
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return routeOptions.url === anyFile && !preservedStatuses.has(status) && status < 500
}

/** Serves the built web with its files cached for ever and every other page answered by index.html. */
export async function serveWeb(http: FastifyInstance, folder: string): Promise<void> {
  const built = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const isBuilt = built.has('index.html')
  if (isBuilt) {
    await http.register(fastifyStatic, {
      root: folder,
      index: false,
      dotfiles: 'ignore',
      // The build wrote a compressed twin beside each file.
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const own = documentOf(request)
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language, accept-encoding')
    return reply.sendFile(own && built.has(own) ? own : 'index.html')
  }
  // What a public link opens is for who was given the link.
  http.get('/publico/:secret', (request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow')
    if (!isBuilt) throw notFound()
    return sendPage(request, reply)
  })
  // The plugin takes this address for a folder. It refuses it to clients that accept nothing compressed, and serves it to none.
  if (isBuilt) http.get('/', (request, reply) => sendPage(request, reply))
  // Browsers ask for it when a document names no icon.
  if (isBuilt) http.get('/favicon.ico', (_request, reply) => reply.redirect('/mark.svg', 301))
  http.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const [path = ''] = request.url.split('?')
    const isPage = isRead && !pageless.test(path)
    // Nothing is returned: each promise that a reply passes through adds listeners to it, and Node warns of so many.
    if (isPage && isBuilt) sendPage(request, reply)
    else sendError(notFound(), request, reply)
  })
}
