import type { Notification } from '@rodada/contract/notifications/notifications'
import type { MailKind } from '@rodada/contract/notifications/settings'
import { unsubscribePage } from '@rodada/contract/notifications/settings'
import type { Db } from '../../platform/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { composeEmail, type EmailItem } from '../../platform/mail/email.ts'
import { addDays, dayOf, mondayOf, startOfDay } from '../../platform/time.ts'
import { findRecipient, type Recipient } from './delivery-queries.ts'
import type { InstanceKeys } from './keys.ts'
import { listUnreadOf } from './queries.ts'
import { type DigestCard, readDigest } from './reminder-queries.ts'
import { pathOf, wordsIn } from './words.ts'

/** Lines of one email; the rest is given as a number. */
const mostItems = 20
const digestItems = 10

type Put<Data> = (trx: Db, data: Data) => Promise<void>
export type NotificationEmails = {
  /** News of one kind to one person. */
  news: Put<{ userId: number; kind: Exclude<MailKind, 'weekly_digest'>; ids: number[] }>
  /** `week` is its Monday, 'YYYY-MM-DD'. */
  digest: Put<{ userId: number; week: string }>
}

/**
 * Emails about notifications, in the recipient's language. Their content is read when they go out, so that news that was read, forbidden or
 * switched off meanwhile is left out.
 */
export function createNotificationEmails(
  { db, reads, outbox, config }: Pick<Deps, 'db' | 'reads' | 'outbox' | 'config'>,
  keys: InstanceKeys,
): NotificationEmails {
  const site = config.publicUrl?.replace(/\/$/, '') ?? ''

  const wanted = async (userId: number, kind: MailKind): Promise<Recipient | undefined> => {
    const recipient = await findRecipient(db, userId)
    if (!recipient?.wants.email_notifications || recipient.addressOpen) return undefined
    if (!recipient.wants[kind] || recipient.mutedMail.includes(kind)) return undefined
    return recipient
  }
  const frame = async ({ userId, language, name }: Recipient, kind: MailKind) => {
    const words = wordsIn[language]
    const token = await keys.unsubscribeToken(userId, kind)
    return {
      words,
      hello: words.hello(name),
      language,
      foot: `${words.foot} ${words.reason[kind]}`,
      unsubscribe: {
        text: words.end,
        page: `${site}${unsubscribePage}${token}`,
        oneClick: `${site}/api/unsubscribe/${token}`,
      },
    }
  }

  return {
    news: outbox.register('notifications', async ({ userId, kind, ids }) => {
      const recipient = await wanted(userId, kind)
      if (!recipient) return undefined
      const news = await listUnreadOf(db, recipient, ids)
      if (news.length === 0) return undefined
      const { words, hello, ...rest } = await frame(recipient, kind)
      const { subject, lead, button } = words.emails[kind]
      const items: EmailItem[] = inTurns(news)
        .slice(0, mostItems)
        .map((one) => ({ text: words.sentence(one), url: site + pathOf(one) }))
      if (news.length > mostItems) items.push({ text: words.digest.more(news.length - mostItems) })
      const page = { card_assignments: '/dashboard', due_date_reminders: '/my-tasks', board_updates: '/trello' }[kind]
      return composeEmail(recipient.email, {
        ...rest,
        subject: subject(news.length),
        lines: [hello, lead],
        lists: [{ items }],
        link: { text: button, url: site + page },
      })
    }),

    digest: outbox.register('weekly_digest', async ({ userId, week }) => {
      const recipient = await wanted(userId, 'weekly_digest')
      // An email that waited for a mail server for a week is outdated.
      if (!recipient || mondayOf(dayOf(new Date(), recipient.timezone)) !== week) return undefined
      const digest = await readDigest(reads, recipient, {
        since: startOfDay(addDays(week, -7), recipient.timezone),
        before: startOfDay(week, recipient.timezone),
        today: week,
        until: addDays(week, 6),
        most: digestItems,
      })
      if (digest.completed + digest.counts.late + digest.counts.due === 0) return undefined
      const { words, hello, ...rest } = await frame(recipient, 'weekly_digest')
      const say = words.digest
      const items = (cards: DigestCard[], count: number): EmailItem[] => [
        ...cards.map(({ id, board_id, title, due_date }) => ({
          text: due_date ? `${say.day(due_date)}: ${title}` : title,
          url: `${site}/board/${board_id}?card=${id}`,
        })),
        ...(count > cards.length ? [{ text: say.more(count - cards.length) }] : []),
      ]
      return composeEmail(recipient.email, {
        ...rest,
        subject: say.subject,
        lines: [hello, say.lead, ...(digest.completed > 0 ? [say.completed(digest.completed)] : [])],
        lists: [
          { title: say.late(digest.counts.late), items: items(digest.late, digest.counts.late) },
          { title: say.due(digest.counts.due), items: items(digest.due, digest.counts.due) },
        ].filter((list) => list.items.length > 0),
        link: { text: say.button, url: `${site}/dashboard` },
      })
    }),
  }
}

/** One item of each person, then a second of each, so that nobody's news keep another's out of an email. */
function inTurns(news: readonly Notification[]): Notification[] {
  const turns = new Map<number | null, number>()
  const numbered = news.map((one) => {
    const turn = (turns.get(one.actor?.id ?? null) ?? 0) + 1
    turns.set(one.actor?.id ?? null, turn)
    return { one, turn }
  })
  return numbered.sort((a, b) => a.turn - b.turn).map(({ one }) => one)
}
