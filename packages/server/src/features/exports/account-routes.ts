import { accountExportApi } from '@rodada/contract/auth/account-export'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { createAtOnce } from '../../platform/limits/at-once.ts'
import { readPage } from '../../platform/limits/page-turns.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { createPasswordCheck } from '../../platform/secrets/password-check.ts'
import { addAudit } from '../audit/queries.ts'
import { getUser } from '../auth/queries.ts'
import { accountZip } from './account-zip.ts'
import type { Read } from './pages.ts'

/** All that is one's own as a file. The password is asked again. */
export function accountExportRoutes(
  route: Route,
  { db, files, limits, passwords }: Pick<Deps, 'db' | 'files' | 'limits' | 'passwords'>,
): void {
  const checkPassword = createPasswordCheck(limits, passwords)
  const begun = limits('account-exports', { points: 1, seconds: 3600, shared: true })
  const underWay = createAtOnce({ ofPerson: 1, ofNetwork: 20, refusal: texts.tooFast })

  route(accountExportApi.download, async (context) => {
    const { viewer, body, again } = context
    const leave = underWay(viewer)
    try {
      const user = await getUser(db, viewer.userId)
      // Somebody at an unlocked computer must not leave with everything.
      await checkPassword(viewer, user, body.current_password)
      await requirePoints(begun, viewer.userId)
      await addAudit(db, context, { kind: 'account.exported', subject: user.email })
      // Each page asks whether the session is still there, and its queries what the person sees now.
      const read: Read = (work) =>
        readPage({ address: viewer.address, whose: `account ${viewer.userId}` }, async () => work(db, await again()))
      const content = accountZip(viewer.userId, read, files.store)
      content.once('close', leave)
      return { name: `rodada-conta-${new Date().toISOString().slice(0, 10)}.zip`, content }
    } catch (error) {
      leave()
      throw error
    }
  })
}
