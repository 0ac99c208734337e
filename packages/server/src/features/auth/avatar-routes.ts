import { avatarAddress, avatarApi } from '@rodada/contract/avatar-upload'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import { newSecret } from '../../platform/secrets.ts'
import { deletePicture, findPicture, putPicture } from './avatar-queries.ts'
import { personChanged } from './events.ts'
import { drawPicture } from './picture.ts'

/**
 * Pictures of one's own. They are shown to everybody who shows the person, so nobody is asked for a session: whoever has the
 * name of a picture, which cannot be guessed, has seen it.
 */
export function avatarRoutes(route: Route, http: FastifyInstance, { db, events, limits }: Deps): void {
  const uploads = limits('avatar', { points: 30, seconds: 60 * 60, shared: true })

  route(avatarApi.upload, async ({ viewer: { userId, name, avatar }, address, body }) => {
    const wait = await uploads.take(String(userId))
    if (wait !== undefined) throw tooMany(wait)
    const bytes = await drawPicture(body, address)
    // Another name each time: what is kept under one never changes.
    const picture = newSecret()
    await db.transaction().execute((trx) => putPicture(trx, userId, picture, bytes))
    const avatar_url = avatarAddress(picture)
    await events.announce(personChanged, { person: { id: userId, name, avatar_url }, picture: avatar })
    return { avatar_url }
  })

  route(avatarApi.remove, async ({ viewer: { userId, name, avatar } }) => {
    const wasUsed = await db.transaction().execute((trx) => deletePicture(trx, userId))
    if (wasUsed) await events.announce(personChanged, { person: { id: userId, name, avatar_url: null }, picture: avatar })
    return {}
  })

  http.get<{ Params: { name: string } }>(avatarAddress(':name'), async ({ params }, reply) => {
    const picture = /^[\w-]{43}$/.test(params.name) ? await findPicture(db, params.name) : undefined
    if (!picture) throw notFound()
    return reply
      .type('image/webp')
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': 'inline; filename="avatar.webp"',
        // Opened by itself it is a picture and can be nothing else.
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
      .send(Buffer.from(picture.bytes))
  })
}
