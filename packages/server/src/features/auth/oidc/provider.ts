import { addressText, emailPattern } from '@rodada/contract/auth/person-fields'
import { limits } from '@rodada/contract/core/limits'
import { oneLineText } from '@rodada/contract/core/plain-text'
import { createRemoteJWKSet, type JWTPayload, customFetch as jwksFetch, jwtVerify } from 'jose'
import * as client from 'openid-client'
import type { OidcConfig } from '../../../platform/config.ts'
import { type Deps, instant } from '../../../platform/deps.ts'
import { OutgoingError } from '../../../platform/http/outgoing.ts'

/** Seconds by which the provider's clock and ours may differ. */
const toleranceSeconds = 60
/** A provider that did not answer is not asked again so soon: anybody can make us ask. Milliseconds. */
const awayMs = 1000
/** What the provider says of itself is asked again after so long. */
const metadataMs = 60 * 60_000
const timeoutMs = 10_000
/** A logout that was told longer ago has lost its meaning. Seconds. */
const logoutAgeSeconds = 5 * 60
/** Signed with a key of the provider's own; with the client's secret, or with none, anybody who knows it could sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Letters by which the provider may know somebody, as the standard has it. */
const longestName = 255
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Whom the provider sent back. `subject` is what it calls them for ever; all else is only what it says of them today. */
export type CompanyPerson = {
  issuer: string
  subject: string
  /** Undefined when there is none, or none that an account can have. */
  email: string | undefined
  emailVerified: boolean
  name: string
  /** The values of the claim that says the role; undefined when no claim does. */
  roles: string[] | undefined
  /** The groups that they are in; undefined when no claim says them. */
  groups: string[] | undefined
  sid: string | null
  idToken: string | null
}

/** What a browser keeps nothing of on its way: with it, what comes back is known to be the answer to our question. */
export type FlowSecrets = { verifier: string; nonce: string }

export type LogoutNotice = { issuer: string; subject: string | undefined; sid: string | undefined; jti: string; expiresAt: string }

/** `refused`: the person, or the provider, did not want to. `invalid`: what came back is not to be trusted. */
export class ProviderError extends Error {
  readonly reason: 'refused' | 'invalid' | 'unreachable'
  constructor(reason: ProviderError['reason'], options?: ErrorOptions) {
    super(`sign-in by the provider: ${reason}`, options)
    this.reason = reason
  }
}

export type Provider = {
  config: OidcConfig
  /** Where the browser is sent. `again`: the person has to show there that it is them, whatever session they have. @throws ProviderError */
  authorizationUrl: (way: FlowSecrets & { state: string; redirectUri: string; again: boolean }) => Promise<string>
  /** What came back, checked. `shownWithin`: they must have shown there that it is them in the last so many seconds. @throws ProviderError */
  finish: (returned: URL, expected: FlowSecrets & { state: string; shownWithin: number | undefined }) => Promise<CompanyPerson>
  /** Where a browser ends its session at the provider; undefined where the provider has no such page. @throws ProviderError */
  logoutUrl: (idToken: string | null, returnTo: string) => Promise<string | undefined>
  /** Reads what the provider tells of a logout. @throws ProviderError */
  readLogout: (token: string) => Promise<LogoutNotice>
}

/** The provider of the company. What it says of itself is asked when it is first needed, so that without it everything else works. */
export function createProvider(config: OidcConfig, { outgoing }: Pick<Deps, 'outgoing'>): Provider {
  /** Requests of both libraries: with a limit of size and time, to a host of the settings, and without following where it points. */
  const ask = async (
    url: string,
    { method, headers, body }: { method: string; headers: Headers | Record<string, string>; body?: unknown },
  ): Promise<Response> => {
    const answer = await outgoing.send({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: String(body) }),
      trusted: true,
      timeout: timeoutMs,
    })
    const type = answer.headers['content-type']
    return new Response(answer.status === 204 || answer.status === 304 ? null : answer.body, {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }

  let awayUntil = 0
  /** Keys are asked for by whatever token anybody sends. */
  const askSparingly: typeof ask = async (...request) => {
    if (Date.now() < awayUntil) throw new ProviderError('unreachable')
    awayUntil = Date.now() + awayMs
    const answer = await ask(...request)
    if (!answer.ok) throw new ProviderError('unreachable')
    awayUntil = 0
    return answer
  }

  const discover = async () => {
    const issuer = new URL(config.issuer)
    const found = await client.discovery(
      issuer,
      config.clientId,
      { ...(config.clientSecret !== undefined && { client_secret: config.clientSecret }), [client.clockTolerance]: toleranceSeconds },
      config.clientSecret === undefined ? client.None() : authentication(config.clientSecret),
      {
        [client.customFetch]: ask,
        // The configuration refuses http anywhere but on this machine.
        execute: [client.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
      },
    )
    const { jwks_uri } = found.serverMetadata()
    const keys = jwks_uri === undefined ? undefined : createRemoteJWKSet(new URL(jwks_uri), { [jwksFetch]: askSparingly })
    return { found, keys }
  }
  let known: { until: number; discovered: ReturnType<typeof discover> } | undefined
  const discovered = () => {
    if (known && Date.now() < known.until) return known.discovered
    const asked = { until: Date.now() + metadataMs, discovered: discover() }
    known = asked
    asked.discovered.catch(() => {
      asked.until = Date.now() + awayMs
    })
    return asked.discovered
  }

  const authorizationUrl: Provider['authorizationUrl'] = async ({ verifier, nonce, state, redirectUri, again }) => {
    const { found } = await discovered()
    const url = client.buildAuthorizationUrl(found, {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(again && { prompt: 'login', max_age: '0' }),
    })
    return url.href
  }

  const finish: Provider['finish'] = async (returned, { verifier, nonce, state, shownWithin }) => {
    const { found } = await discovered()
    const tokens = await client.authorizationCodeGrant(found, returned, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
      ...(shownWithin !== undefined && { maxAge: shownWithin }),
    })
    const claims = tokens.claims()
    if (!claims) throw new ProviderError('invalid')
    const { issuer, userinfo_endpoint } = found.serverMetadata()
    // Many providers say who somebody is here only. What the ID token says, which is signed, comes first.
    const more = userinfo_endpoint === undefined ? {} : await client.fetchUserInfo(found, tokens.access_token, claims.sub)
    return personOf(issuer, together(more, claims), tokens.id_token ?? null, config)
  }

  const logoutUrl: Provider['logoutUrl'] = async (idToken, returnTo) => {
    const { found } = await discovered()
    if (found.serverMetadata().end_session_endpoint === undefined) return undefined
    return client.buildEndSessionUrl(found, { post_logout_redirect_uri: returnTo, ...(idToken !== null && { id_token_hint: idToken }) })
      .href
  }

  const readLogout: Provider['readLogout'] = async (token) => {
    const { found, keys } = await discovered()
    if (!keys) throw new ProviderError('invalid')
    const { issuer } = found.serverMetadata()
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: config.clientId,
      algorithms,
      clockTolerance: toleranceSeconds,
      maxTokenAge: logoutAgeSeconds,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    // Any other token that the provider signs for us, such as an ID token, says nothing of a logout.
    if (protectedHeader.typ !== undefined && !/^(application\/)?(logout\+jwt|jwt)$/i.test(protectedHeader.typ))
      throw new ProviderError('invalid')
    return logoutOf(issuer, payload)
  }

  const asProviderErrors =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await work(...args)
      } catch (error) {
        throw asProviderError(error)
      }
    }
  return {
    config,
    authorizationUrl: asProviderErrors(authorizationUrl),
    finish: asProviderErrors(finish),
    logoutUrl: asProviderErrors(logoutUrl),
    readLogout: asProviderErrors(readLogout),
  }
}

/** What is said in two places, the second one first. Whether an address is confirmed counts only where it is said of that address. */
function together(more: Record<string, unknown>, claims: Record<string, unknown>): Record<string, unknown> {
  const isOther = claims.email !== undefined && more.email !== undefined && claims.email !== more.email
  return { ...more, ...claims, ...(isOther && { email_verified: claims.email_verified }) }
}

/** As the standard has it unless the provider says that it takes the secret in the body only. */
function authentication(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...more) => {
    const methods = server.token_endpoint_auth_methods_supported
    return (methods && !methods.includes('client_secret_basic') && methods.includes('client_secret_post') ? post : basic)(server, ...more)
  }
}

/** The texts of a list, or the one text; what is neither is none. */
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each): each is string => typeof each === 'string' && each.length <= limits.groupName)
    .slice(0, limits.personGroups)

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

/** Whether both databases keep a text as it is. PostgreSQL refuses a NUL; of any half of a letter SQLite makes one sign, and two people would be one. */
const isKept = (said: string): boolean => said.isWellFormed() && !said.includes('\0')
/** By what the provider knows somebody, or a session of theirs. */
const nameOf = (value: unknown): string | undefined => {
  const said = text(value)
  return said !== undefined && said.length <= longestName && isKept(said) ? said : undefined
}

/** The groups of a claim. A provider that keeps a long list elsewhere (`_claim_names`) does not say them, so that nothing follows. */
function groupsOf(claims: Record<string, unknown>, { groupsClaim }: OidcConfig): string[] | undefined {
  if (groupsClaim === undefined) return undefined
  const elsewhere = claims._claim_names
  if (typeof elsewhere === 'object' && elsewhere !== null && groupsClaim in elsewhere) return undefined
  return textsOf(claims[groupsClaim]).map(oneLineText)
}

function personOf(issuer: string, claims: Record<string, unknown>, idToken: string | null, config: OidcConfig): CompanyPerson {
  const subject = nameOf(claims.sub)
  if (subject === undefined) throw new ProviderError('invalid')
  const { roleClaim } = config
  const email = addressText(text(claims.email) ?? '')
  return {
    issuer,
    subject,
    email: email.length <= limits.email && emailPattern.test(email) ? email : undefined,
    emailVerified: claims.email_verified === true,
    name: text(claims.name) ?? text(claims.preferred_username) ?? '',
    roles: roleClaim === undefined ? undefined : textsOf(claims[roleClaim]),
    sid: nameOf(claims.sid) ?? null,
    groups: groupsOf(claims, config),
    // It comes back in an address: one that no server would take is no use.
    idToken: idToken !== null && idToken.length <= 4000 ? idToken : null,
  }
}

/** As the standard of back-channel logout asks. @throws ProviderError */
function logoutOf(issuer: string, payload: JWTPayload): LogoutNotice {
  const { sub, sid, jti, events, nonce, iat = 0 } = payload
  const event = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[logoutEvent] : undefined
  // With a nonce it would be an ID token, which people other than the provider have.
  if (typeof event !== 'object' || event === null || Array.isArray(event) || nonce !== undefined) throw new ProviderError('invalid')
  const [subject, session] = [text(sub), text(sid)]
  if (subject === undefined && session === undefined) throw new ProviderError('invalid')
  if (!isKept(subject ?? '') || !isKept(session ?? '')) throw new ProviderError('invalid')
  if (typeof jti !== 'string' || jti === '' || jti.length > 500) throw new ProviderError('invalid')
  // A later copy of it is refused for its age.
  const keptMs = (logoutAgeSeconds + 2 * toleranceSeconds) * 1000
  return { issuer, subject, sid: session, jti, expiresAt: instant(Math.max(0, iat * 1000 - Date.now()) + keptMs) }
}

function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (cause instanceof OutgoingError) return new ProviderError('unreachable', { cause: error })
  if (error instanceof client.AuthorizationResponseError) return new ProviderError('refused', { cause: error })
  const status = (error as { cause?: { status?: number } }).cause?.status
  if (typeof status === 'number' && status >= 500) return new ProviderError('unreachable', { cause: error })
  return new ProviderError('invalid', { cause: error })
}

/** What the log may say of a failure: codes and claims' names, never what was sent or received. */
export function failureOf(error: unknown): { reason: string; codes: string[] } {
  const codes: string[] = []
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1) {
    const { name, code, error: said } = cause as Error & { code?: unknown; error?: unknown }
    codes.push([name, code, said].filter((each) => typeof each === 'string' && each.length <= 80).join(' '))
  }
  return { reason: error instanceof ProviderError ? error.reason : 'other', codes }
}
