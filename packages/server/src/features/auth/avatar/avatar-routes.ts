import { avatarAddress, avatarApi } from '@rodada/contract/auth/avatar-upload'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import { personLimit } from '../../../platform/limits/person-limit.ts'
import { newSecret } from '../../../platform/secrets/secrets.ts'
import { personChanged } from '../events.ts'
import { deletePicture, findPicture, putPicture } from './avatar-queries.ts'
import { drawAvatar } from './picture.ts'

/**
 * A person's own picture. It is served without a session, because everybody who may see the person sees it, and its name cannot be guessed.
 */
export function avatarRoutes(route: Route, http: FastifyInstance, { db, events, files, limits }: Deps): void {
  const uploads = personLimit(limits, 'avatar', { points: 30, seconds: 60 * 60, shared: true })

  route(avatarApi.upload, async ({ viewer, body }) => {
    const { userId, name, avatar } = viewer
    await uploads.require(viewer)
    const bytes = await drawAvatar(files, body, viewer)
    // A new name each time, so that clients can cache a picture for ever.
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
        // A browser that opens the address may take the file for nothing but a picture.
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
      .send(Buffer.from(picture.bytes))
  })
}
