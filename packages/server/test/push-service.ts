import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Browser = { endpoint: string; keys: { p256dh: string; auth: string } }
type Pushed = { message: Record<string, string>; headers: IncomingHttpHeaders; claims: Record<string, unknown> }

/** A push service with its browsers: it checks who sends (RFC 8292) and reads what only the browser can (RFC 8291). */
export type PushService = {
  /** The settings of an installation that may send here. */
  env: Record<string, string>
  /** A browser that subscribed. */
  browser: () => Browser
  /** What arrived at a browser. */
  received: (browser: Browser) => Pushed[]
  /** How the service answers from now on; 201 at first. */
  status: number
  stop: () => Promise<void>
}

export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, { keys: ECDH; auth: Buffer; received: Pushed[] }>()
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        const browser = browsers.get(request.url ?? '')
        if (service.status === 201 && browser)
          browser.received.push({ message: decrypt(body, browser), headers: request.headers, claims: readClaims(request.headers, origin) })
        response.writeHead(browser ? service.status : 404, service.status === 307 ? { location: `${origin}/elsewhere` } : {}).end()
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const service: PushService = {
    env: { OUTGOING_HOSTS: `127.0.0.1:${port}` },
    browser: () => {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const [path, auth] = [`/push/${randomBytes(8).toString('hex')}`, randomBytes(16)]
      browsers.set(path, { keys, auth, received: [] })
      return { endpoint: origin + path, keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') } }
    },
    received: ({ endpoint }) => browsers.get(new URL(endpoint).pathname)?.received ?? [],
    status: 201,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return service
}

/** aes128gcm, RFC 8188, with the keys of RFC 8291. */
function decrypt(body: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): Record<string, string> {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')) as Record<string, string>
}

/** What the sender says of itself, signed with the key that it names. @throws when it is not */
function readClaims({ authorization = '' }: IncomingHttpHeaders, origin: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const given = { key: publicKey, dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), given, Buffer.from(signature, 'base64url'))) throw new Error('not signed')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>
  if (read.aud !== origin) throw new Error('meant for another service')
  return { ...read, key }
}
