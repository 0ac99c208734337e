import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preservedStatuses, sendError } from './error-replies.ts'
import { notFound } from './errors.ts'

/**
 * Addresses that have no page: those of the API, of built files, and all that look like a file's name. No page has an address with an
 * extension or with a part that begins with a dot.
 */
const pageless = /^\/(?:api|assets)(?:\/|$)|\/\.|\.[a-z\d]+$/i

/** The pattern that every address outside of the API matches. */
const anyFile = '/*'

/** Whether the web folder has nothing at an address and @fastify/static says so by an error, as it does for a folder. */
export function isRefusedPath(error: unknown, { routeOptions }: FastifyRequest): boolean {
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return routeOptions.url === anyFile && !preservedStatuses.has(status) && status < 500
}

/** Serves the built web with its files cached for ever and every other page answered by index.html. */
export async function serveWeb(http: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
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
  const sendPage = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html')
  // What a public link opens is for who was given the link.
  http.get('/publico/:secret', (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow')
    if (!isBuilt) throw notFound()
    return sendPage(reply)
  })
  // The plugin takes this address for a folder. It refuses it to clients that accept nothing compressed, and serves it to none.
  if (isBuilt) http.get('/', (_request, reply) => sendPage(reply))
  // Browsers ask for it when a document names no icon.
  if (isBuilt) http.get('/favicon.ico', (_request, reply) => reply.redirect('/mark.svg', 301))
  http.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const [path = ''] = request.url.split('?')
    const isPage = isRead && !pageless.test(path)
    // Nothing is returned: each promise that a reply passes through adds listeners to it, and Node warns of so many.
    if (isPage && isBuilt) sendPage(reply)
    else sendError(notFound(), request, reply)
  })
}
