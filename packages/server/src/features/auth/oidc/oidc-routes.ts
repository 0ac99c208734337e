import { oidcApi } from '@rodada/contract/auth/oidc'
import { oidcLeftPath, oidcSettingsPage } from '@rodada/contract/auth/oidc-pages'
import { texts } from '@rodada/contract/texts/texts'
import { type Deps, instant } from '../../../platform/deps.ts'
import { AppError, conflict, forbidden } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import { sessionOf, type Viewer } from '../../../platform/http/viewer.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import { createPasswordCheck, isProven } from '../../../platform/secrets/password-check.ts'
import { hasPassword, type Passwords } from '../../../platform/secrets/passwords.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { addAudit } from '../../audit/queries.ts'
import { signIn } from '../commands.ts'
import type { AccountMails } from '../emails/emails.ts'
import { groupsSaid, sessionsEnded } from '../events.ts'
import { countBoardsOf, getUser, isAddressOpen, lockUser, recordLogin } from '../queries.ts'
import { loginDevice } from '../sessions/login-device.ts'
import { endSockets } from '../sessions/sessions.ts'
import { addChallenge, findTwoFactor } from '../two-factor/two-factor-queries.ts'
import { languageOf, userView } from '../view.ts'
import { beginFlow, browserOf, originOf, type Purpose } from './flows.ts'
import { sealedIdToken } from './oidc-pages.ts'
import { deleteIdentity, findHandedIdentity, findIdentityOf, findSessionOrigin, takeHandover } from './oidc-queries.ts'
import { ownPath } from './own-path.ts'
import { failureOf, type Provider, ProviderError } from './provider.ts'

/** Two spellings of one address, with the slash at its end and without. */
const isSameIssuer = (one: string, other: string): boolean => new URL(one).href === new URL(other).href

const over = () => new AppError('wrong_credentials', texts.oidcOver)

/** The session of who came back from the provider of the company, and the link of an account with a person whom it knows. */
export function oidcRoutes(route: Route, deps: Deps, mails: AccountMails, passwords: Passwords, provider: Provider | undefined): void {
  const { db, limits, config, log } = deps
  const checkPassword = createPasswordCheck(limits, passwords)
  const misses = limits('oidc-code', { points: 60, seconds: 60 })
  const ways = limits('oidc-way', { points: 60, seconds: 3600, shared: true })
  const offered = (): Provider => {
    if (!provider) throw conflict(texts.oidcOff)
    return provider
  }

  route(oidcApi.session, async ({ body, address, userAgent, cookie, origin, setHeader }) => {
    const browser = browserOf(cookie, originOf(deps, origin))
    const device = loginDevice(config, cookie)
    const opened = await db.transaction().execute(async (trx) => {
      const codeHash = hashSecret(body.code)
      const identity = browser === undefined ? undefined : await findHandedIdentity(trx, codeHash)
      if (browser === undefined || !identity) return undefined
      await lockUser(trx, identity.user_id)
      const by = await takeHandover(trx, codeHash, hashSecret(browser))
      if (!by) return undefined
      const before = await getUser(trx, identity.user_id)
      if (before.deactivated_at !== null) return 'deactivated' as const
      // The provider says who somebody is. What else an account asks for, it asks for whichever way they came.
      if (await findTwoFactor(trx, before.id)) {
        const twoFactor = newSecret()
        const challenge = { tokenHash: hashSecret(twoFactor), userId: before.id, passwordMark: hashSecret(before.password_hash) }
        await addChallenge(trx, { ...challenge, by })
        return { twoFactor }
      }
      const user = await recordLogin(trx, before)
      if (!user) return undefined
      const token = await signIn(trx, mails, user, { userAgent, address, device, by })
      return { session: { token, user: userView(user, await countBoardsOf(trx, user.id)) } }
    })
    if (opened === undefined) {
      await requirePoints(misses, address)
      throw over()
    }
    if (opened === 'deactivated') throw forbidden(texts.accountDeactivated)
    if (opened.twoFactor !== undefined) throw new AppError('two_factor', texts.twoFactorNeeded, { twoFactor: opened.twoFactor })
    setHeader('set-cookie', device.cookie)
    return opened.session
  })

  /** The link with the provider of now. One with a provider of before opens nothing, and gives way to the next. */
  const linkOf = async (userId: number) => {
    const identity = await findIdentityOf(db, userId)
    return identity && provider && isSameIssuer(identity.issuer, provider.config.issuer) ? identity : undefined
  }

  route(oidcApi.status, async ({ viewer }) => {
    const identity = await linkOf(viewer.userId)
    return {
      link: identity ? { email: identity.email, linked_at: identity.linked_at, last_used_at: identity.last_used_at } : null,
      has_password: hasPassword(await getUser(db, viewer.userId)),
      proven: isProven(viewer),
    }
  })

  type Asking = { viewer: Viewer; cookie: string; origin: string; setHeader: (name: string, value: string) => void }
  const begin = async ({ viewer, cookie, origin, setHeader }: Asking, purpose: 'link' | 'prove', returnTo: string) => {
    await requirePoints(ways, viewer.userId)
    const flow: Purpose = { purpose, userId: viewer.userId, sessionId: sessionOf(viewer) }
    const begun = await beginFlow(deps, offered(), flow, { cookie, origin, returnTo }).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      log.warn(failureOf(error), 'the provider of sign-ins does not answer')
      throw new AppError('unavailable', texts.oidcUnreachable, { retryAfter: 10 })
    })
    setHeader('set-cookie', begun.cookie)
    return { url: begun.url }
  }

  route(oidcApi.link, async (context) => {
    const { viewer, body } = context
    offered()
    await checkPassword(viewer, await getUser(db, viewer.userId), body.current_password)
    if (await linkOf(viewer.userId)) throw conflict(texts.oidcLinked)
    return begin(context, 'link', oidcSettingsPage)
  })

  route(oidcApi.prove, async (context) => {
    offered()
    if (!(await linkOf(context.viewer.userId))) throw conflict(texts.oidcNotLinked)
    return begin(context, 'prove', ownPath(context.body.voltar) ?? oidcSettingsPage)
  })

  route(oidcApi.unlink, async (context) => {
    const { viewer, body, address, userAgent } = context
    await checkPassword(viewer, await getUser(db, viewer.userId), body.current_password)
    const ended = await db.transaction().execute(async (trx) => {
      await lockUser(trx, viewer.userId)
      const user = await getUser(trx, viewer.userId)
      const identity = await findIdentityOf(trx, user.id)
      if (!identity) throw conflict(texts.oidcNotLinked)
      if (!hasPassword(user)) throw conflict(texts.oidcOnlyWay)
      if (!config.passwordLogin) throw conflict(texts.oidcOnlyDoor)
      await addAudit(trx, context, { kind: 'identity.unlinked', subject: user.email })
      if (!isAddressOpen(user))
        await mails.companyChanged(trx, { to: user.email, name: user.name, language: languageOf(user), linked: false })
      await deps.events.begin(trx, viewer).emit(sessionsEnded, { userId: user.id })
      return deleteIdentity(trx, identity.id, sessionOf(viewer))
    })
    endSockets(deps, ended)
    // Without the link nothing would follow when they leave a group.
    if (provider?.config.groupsClaim !== undefined)
      await deps.events.announce(groupsSaid, { userId: viewer.userId, groups: [], saidAt: instant(), from: { address, userAgent } })
    return {}
  })
}

/** Where a browser that leaves also ends its session at the provider; undefined for who came by their password. Asked before the session ends. */
export async function providerLogout(
  deps: Deps,
  provider: Provider | undefined,
  sessionId: number,
  asked: string,
): Promise<string | undefined> {
  const origin = provider && (await findSessionOrigin(deps.db, sessionId))
  if (!origin) return undefined
  try {
    const idToken = origin.id_token === null ? null : createSecretBox(deps.config.secret).open(origin.id_token, sealedIdToken)
    return await provider.logoutUrl(idToken, `${originOf(deps, asked)}${oidcLeftPath}`)
  } catch (error) {
    // The session here ends whatever the provider says.
    deps.log.warn(failureOf(error), 'no way to the logout of the provider')
    return undefined
  }
}
