import type { Registry } from '../../platform/feature.ts'
import { StartRefusal } from '../../platform/http/errors.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { accountRoutes } from './account/account-routes.ts'
import { avatarRoutes } from './avatar/avatar-routes.ts'
import { tellCalendarOpened, tellTokenMade, tellTokenRevoked, tellTwoFactorReset } from './commands.ts'
import { deleteStaleConfirmations } from './confirmation/confirmation-queries.ts'
import { confirmationRoutes } from './confirmation/confirmation-routes.ts'
import { createAccountMails } from './emails/emails.ts'
import {
  accountChanged,
  accountDeactivated,
  accountRegained,
  calendarOpened,
  tokenMade,
  tokenRevoked,
  tokenRevokedByAdmin,
  twoFactorReset,
} from './events.ts'
import { backChannel } from './oidc/back-channel.ts'
import { oidcPages } from './oidc/oidc-pages.ts'
import { deleteStaleOidc } from './oidc/oidc-queries.ts'
import { oidcRoutes } from './oidc/oidc-routes.ts'
import { createProvider } from './oidc/provider.ts'
import { deleteStaleAccess } from './reset/reset-queries.ts'
import { resetRoutes } from './reset/reset-routes.ts'
import { authRoutes } from './routes.ts'
import { deleteStaleLoginDevices } from './sessions/device-queries.ts'
import { endExpiredSessions, endSockets } from './sessions/sessions.ts'
import { deleteInvitationsBy, deleteStaleInvitations } from './sign-up/invitation-queries.ts'
import { signUpRoutes } from './sign-up/sign-up-routes.ts'
import { holdsSealed, noteSealing } from './signing/keyring-queries.ts'
import { sessionSockets } from './socket.ts'
import { deleteStaleTokens, deleteTokensOf } from './tokens/token-queries.ts'
import { endLateTokenSockets, endProgramSockets, endTokenSockets } from './tokens/tokens.ts'
import { deleteStaleChallenges, sealTwoFactors } from './two-factor/two-factor-queries.ts'
import { twoFactorRoutes } from './two-factor/two-factor-routes.ts'

const sessionSweepMs = 60_000
const tidyMs = 3_600_000

const noSecretText =
  'O banco guarda o que foi cifrado com um SECRET, e agora não há nenhum. Inicie com o mesmo de antes. Se ele se perdeu, defina outro: o README diz o que então se refaz.'

/** Accounts: registration, sessions, second factor, passwords, profile and settings. */
export function registerAuth({ deps, http, route, jobs, onStart }: Registry): void {
  const { db, config, events, log, passwords } = deps
  const mails = createAccountMails(deps)
  const provider = config.oidc && createProvider(config.oidc, deps)
  authRoutes(route, deps, mails, passwords, provider)
  resetRoutes(route, deps, mails, passwords)
  twoFactorRoutes(route, deps, mails, passwords)
  confirmationRoutes(route, deps, mails)
  signUpRoutes(route, deps, mails)
  oidcRoutes(route, deps, mails, passwords, provider)
  if (provider) {
    oidcPages(http, deps, mails, provider)
    backChannel(http, deps, provider)
  }
  accountRoutes(route, deps, mails, passwords)
  avatarRoutes(route, http, deps)
  sessionSockets(deps)
  events.on(accountRegained, ({ trx }, { userId }) => deleteInvitationsBy(trx, userId))
  events.on(twoFactorReset, ({ trx }, { userId }) => tellTwoFactorReset(trx, mails, userId))
  events.on(calendarOpened, ({ trx }, { userId }) => tellCalendarOpened(trx, mails, userId))
  events.on(tokenMade, ({ trx }, { userId, name }) => tellTokenMade(trx, mails, userId, name))
  events.on(tokenRevokedByAdmin, ({ trx }, { userId, name }) => tellTokenRevoked(trx, mails, userId, name))
  events.on(accountDeactivated, ({ trx }, { userId }) => deleteTokensOf(trx, userId))
  events.onAnnounced(tokenRevoked, ({ tokenId }) => endTokenSockets(deps, tokenId))
  events.onAnnounced(accountChanged, ({ userId, deactivated, endedSessions }) => {
    endSockets(deps, endedSessions)
    if (deactivated) endProgramSockets(deps, userId)
  })

  onStart(async () => {
    if (config.secret === undefined) {
      // Keys that do not open are made again. With a SECRET that was only forgotten, those of browsers and of links already sent would be lost for good.
      if (await holdsSealed(db)) throw new StartRefusal(noSecretText)
      log.warn('without SECRET the database keeps second factors, GitHub tokens, and the addresses of Slack and of webhooks, as they are')
      return
    }
    await noteSealing(deps)
    await sealTwoFactors(db, createSecretBox(config.secret))
  })
  jobs.every(sessionSweepMs, 'sessions', () => endExpiredSessions(deps))
  jobs.every(sessionSweepMs, 'tokens', () => endLateTokenSockets(deps))
  jobs.every(tidyMs, 'token tidying', () => deleteStaleTokens(db))
  jobs.every(tidyMs, 'account tidying', () => deleteStaleAccess(db))
  jobs.every(tidyMs, 'device tidying', () => deleteStaleLoginDevices(db))
  jobs.every(tidyMs, 'confirmation tidying', () => deleteStaleConfirmations(db))
  jobs.every(tidyMs, 'invitation tidying', () => deleteStaleInvitations(db))
  jobs.every(tidyMs, 'oidc tidying', () => deleteStaleOidc(db))
  jobs.every(tidyMs, 'login tidying', () => deleteStaleChallenges(db))
}
