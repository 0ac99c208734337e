import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { base64url, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { companyClient } from './company.ts'

/** How what the provider signs differs from what it should be. */
export type Wrong = {
  /** Of the ID token, or of a logout; undefined leaves a claim out. */
  claims?: Record<string, unknown>
  /** 'none': without a signature. 'foreign': by a key that is not its own. 'secret': with the client's secret. */
  signature?: 'none' | 'foreign' | 'secret'
  /** What the provider says of who issued the answer to the browser. */
  iss?: string
  /** What `GET /userinfo` says instead. */
  userinfo?: Record<string, unknown>
  /** What happens between the ID token and that. */
  meanwhile?: () => Promise<unknown>
}

/** A provider that does whatever a test has it do. */
export type HostileCompany = {
  issuer: string
  env: Record<string, string>
  wrong: Wrong
  /** Codes that were exchanged. */
  exchanged: string[]
  /** Parameters of the last visit of its page. */
  asked: URLSearchParams
  logoutToken: (claims: Record<string, unknown>, wrong?: Wrong) => Promise<string>
  stop: () => Promise<void>
}

export const hostilePerson = { sub: 'p-1', email: 'pessoa@aroeira.com.br', email_verified: true, name: 'Pessoa da Empresa' }
export const logoutEvents = { 'http://schemas.openid.net/event/backchannel-logout': {} }

export async function openHostileCompany(): Promise<HostileCompany> {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'da-empresa', use: 'sig', alg: 'RS256' }
  const nonces = new Map<string, string>()

  const sign = async (claims: Record<string, unknown>, typ: string, { signature }: Wrong): Promise<string> => {
    const payload = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)) as JWTPayload
    if (signature === 'none') {
      const part = (value: unknown) => base64url.encode(JSON.stringify(value))
      return `${part({ alg: 'none', typ })}.${part(payload)}.`
    }
    if (signature === 'secret')
      return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ }).sign(new TextEncoder().encode(companyClient.secret))
    const key = signature === 'foreign' ? foreign.privateKey : own.privateKey
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'da-empresa', typ }).sign(key)
  }
  const now = () => Math.floor(Date.now() / 1000)

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', company.issuer)
    const json = (value: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (url.pathname === '/.well-known/openid-configuration')
      return json({
        issuer: company.issuer,
        authorization_endpoint: `${company.issuer}/auth`,
        token_endpoint: `${company.issuer}/token`,
        userinfo_endpoint: `${company.issuer}/userinfo`,
        jwks_uri: `${company.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      })
    if (url.pathname === '/keys') return json({ keys: [jwk] })
    if (url.pathname === '/auth') {
      company.asked = url.searchParams
      const code = `codigo-${nonces.size}`
      nonces.set(code, url.searchParams.get('nonce') ?? '')
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      back.searchParams.set('iss', company.wrong.iss ?? company.issuer)
      return response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/token') {
      const code = new URLSearchParams(await text(request)).get('code') ?? ''
      company.exchanged.push(code)
      const claims = {
        ...hostilePerson,
        iss: company.issuer,
        aud: companyClient.id,
        nonce: nonces.get(code),
        iat: now(),
        exp: now() + 300,
        ...company.wrong.claims,
      }
      return json({ access_token: 'um-token', token_type: 'Bearer', id_token: await sign(claims, 'JWT', company.wrong) })
    }
    if (url.pathname === '/userinfo') await company.wrong.meanwhile?.()
    if (url.pathname === '/userinfo') return json({ sub: company.wrong.claims?.sub ?? hostilePerson.sub, ...company.wrong.userinfo })
    response.writeHead(404).end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const company: HostileCompany = {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: companyClient.id, OIDC_CLIENT_SECRET: companyClient.secret },
    wrong: {},
    exchanged: [],
    asked: new URLSearchParams(),
    logoutToken: (claims, wrong = {}) =>
      sign(
        { iss: issuer, aud: companyClient.id, iat: now(), exp: now() + 120, jti: crypto.randomUUID(), events: logoutEvents, ...claims },
        'logout+jwt',
        wrong,
      ),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return company
}
