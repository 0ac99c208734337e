import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { limits as sizes } from '@rodada/contract/core/limits'
import { calendarApi } from '@rodada/contract/integrations/calendar'
import type { Deps } from '../../platform/deps.ts'
import { isStorageFull, notFound } from '../../platform/http/errors.ts'
import type { Download, Route } from '../../platform/http/http.ts'
import { isKnown } from '../../platform/http/known-answer.ts'
import { readPage } from '../../platform/limits/page-turns.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts'
import { addDays, dayOf } from '../../platform/time.ts'
import { keepBusy } from '../../platform/work-time.ts'
import { addAudit } from '../audit/queries.ts'
import { calendarOpened } from '../auth/events.ts'
import { getUser } from '../auth/queries.ts'
import { requireSession } from '../auth/sessions/session-queries.ts'
import { installationMark, listDueCards, listOwnSprints } from './event-queries.ts'
import { deleteFeedOf, findFeedOf, findReader, noteRead, replaceFeed } from './feed-queries.ts'
import { calendarText } from './ics-view.ts'

/** The own dates under a secret address. */
export function calendarRoutes(
  route: Route,
  { db, reads, config, events, limits }: Pick<Deps, 'db' | 'reads' | 'config' | 'events' | 'limits'>,
): void {
  const made = personLimit(limits, 'calendars-made', { points: 20, seconds: 3600, shared: true })
  // Calendars ask every few minutes at most, and many people's from the same network of a provider.
  const readFrom = limits('calendar-reads', { points: 60, seconds: 3600, shared: true })
  const strays = limits('calendar-strays', { points: 1200, seconds: 600 })
  const siteOf = ({ origin }: { origin: string }) => (config.publicUrl ?? origin).replace(/\/$/, '')

  route(calendarApi.get, async ({ viewer }) => ({ feed: (await findFeedOf(db, viewer.userId)) ?? null }))

  route(calendarApi.create, async (context) => {
    const { viewer } = context
    await made.require(viewer)
    const secret = newSecret()
    const id = await db.transaction().execute(async (trx) => {
      await requireSession(trx, viewer)
      const { email } = await getUser(trx, viewer.userId)
      await addAudit(trx, context, { kind: 'calendar.opened', subject: email })
      await events.begin(trx, viewer).emit(calendarOpened, { userId: viewer.userId })
      return replaceFeed(trx, viewer.userId, hashSecret(secret))
    })
    return { id, url: `${siteOf(context)}/api/calendar/${secret}.ics` }
  })

  route(calendarApi.remove, async (context) => {
    const { viewer, params } = context
    await db.transaction().execute(async (trx) => {
      if (!(await deleteFeedOf(trx, viewer.userId, params.feedId))) throw notFound()
      const { email } = await getUser(trx, viewer.userId)
      await addAudit(trx, context, { kind: 'calendar.closed', subject: email })
    })
    return {}
  })

  route(calendarApi.read, async (context): Promise<Download> => {
    const { params, address, header } = context
    const secretHash = hashSecret(params.secret)
    const reader = await findReader(db, secretHash)
    if (!reader) {
      // Only what leads nowhere is counted together: who makes addresses up keeps no calendar of the network, or of a provider, from reading.
      await requirePoints(strays, address)
      throw notFound()
    }
    await requirePoints(readFrom, `${secretHash} ${address}`)
    const text = await readPage({ address, whose: `calendar ${reader.userId}` }, async () => {
      const since = addDays(dayOf(new Date(), reader.timeZone), -sizes.calendarDaysBack)
      const [cards, sprints, mark] = [
        await listDueCards(reads, reader, since),
        await listOwnSprints(db, reader, since),
        await installationMark(db),
      ]
      return keepBusy(() => calendarText({ cards, sprints, mark, site: siteOf(context) }))
    })
    await noteRead(db, reader.feedId).catch((error: unknown) => {
      // Reading goes on while the database takes no writes.
      if (!isStorageFull(error)) throw error
    })
    const etag = `"${hash('sha256', text, 'base64url')}"`
    const headers = { etag, 'cache-control': 'private, no-cache', 'content-disposition': 'inline; filename="rodada.ics"' }
    if (isKnown(header('if-none-match'), etag)) return { name: 'rodada.ics', content: undefined, status: 304, headers }
    return { name: 'rodada.ics', content: Readable.from([text]), size: Buffer.byteLength(text), headers }
  })
}
