import { type Language, languages } from '@rodada/contract/languages'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../migrations/schema.ts'
import type { Config } from './config.ts'
import { withoutAddresses } from './letter-text.ts'
import type { Mail, Outbox, WriteMail } from './outbox.ts'
import { addLetter, claimLetter, deleteLetter, type Letter, mostTries, postponeLetter } from './outbox-queries.ts'

/**
 * Mail that survives a restart: it is put into the database by the transaction that causes it, and sent after the commit.
 * Without SMTP_URL nothing is kept.
 */
export function createOutbox(options: { config: Config; db: Db; log: FastifyBaseLogger }): Outbox {
  const { config, db, log } = options
  const { mail: settings } = config
  const writers = new Map<string, WriteMail<never>>()

  const send = async (letter: Letter) => {
    const write = writers.get(letter.kind)
    // Put there by a newer version of the program, beside which this one still runs.
    if (!write) throw new Error('nobody here writes letters of this kind')
    const mail = await write(JSON.parse(letter.data) as never)
    if (!mail) return
    // Loaded by those who send letters: the others start without it. Each letter has a connection of its own anyway.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url: settings?.url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })
    await transport.sendMail({
      from: settings?.from,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...mail,
      to: { name: '', address: mail.to },
    })
  }
  const fail = async (letter: Letter, error: unknown) => {
    // The address stays out of the log, and with it whatever the mail server repeats.
    const why = { code: (error as { code?: unknown }).code, response: (error as { responseCode?: unknown }).responseCode }
    const about = { ...why, kind: letter.kind, letter: letter.id, tries: letter.tries }
    if (letter.tries < mostTries) {
      log.warn(about, 'mail not sent, to be tried again')
      return postponeLetter(db, letter)
    }
    log.error(about, 'mail given up')
    return deleteLetter(db, letter.id)
  }

  return {
    enabled: settings !== undefined,
    register: (kind, write) => {
      writers.set(kind, write as WriteMail<never>)
      return async (trx, data) => {
        if (settings) await addLetter(trx, kind, data)
      }
    },
    deliver: async () => {
      if (!settings) return
      for (let letter = await claimLetter(db); letter; letter = await claimLetter(db)) {
        const taken = letter
        await send(taken).then(
          () => deleteLetter(db, taken.id),
          (error: unknown) => fail(taken, error),
        )
      }
    },
  }
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export type LetterItem = { text: string; url?: string }
export type LetterParts = {
  subject: string
  lines: string[]
  lists?: { title?: string; items: LetterItem[] }[]
  link?: { text: string; url: string }
  language?: Language
  /** Other than the usual one. */
  foot?: string
  /** How its reader ends letters like this one: a page, and the address of one click (RFC 8058). */
  unsubscribe?: { text: string; page: string; oneClick: string }
}

const dim = 'color:#6b6960;font-size:14px'
const anchor = (text: string, url: string, style: string) => `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a>`

const feet: Record<Language, string> = {
  'pt-BR': 'Mensagem automática da Rodada.',
  'en-US': 'Automatic message from Rodada.',
  'es-ES': 'Mensaje automático de Rodada.',
}

/**
 * A letter of the house: the same words as text and as HTML. Everything in it is escaped. What it says, names and titles that people
 * typed among it, holds no address of a page: the only links are those that the program puts there itself.
 */
export function letter(to: string, { link, language = languages[0], foot = feet[language], unsubscribe, ...said }: LetterParts): Mail {
  const subject = withoutAddresses(said.subject)
  const lines = said.lines.map(withoutAddresses)
  const lists = (said.lists ?? []).map(({ title, items }) => ({
    ...(title !== undefined && { title: withoutAddresses(title) }),
    items: items.map((item) => ({ ...item, text: withoutAddresses(item.text) })),
  }))
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('')
  const listed = lists.map(({ title, items }) => {
    const rows = items.map(
      ({ text, url }) => `<li style="margin:0 0 8px">${url ? anchor(text, url, 'color:#0a6379') : escapeHtml(text)}</li>`,
    )
    return `${title ? `<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(title)}</h2>` : ''}<ul style="margin:0 0 16px;padding-left:20px">${rows.join('')}</ul>`
  })
  const button = link
    ? `<p style="margin:24px 0">${anchor(link.text, link.url, 'background:#1d1c18;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none')}</p>`
    : ''
  const end = unsubscribe ? `<p style="${dim}">${anchor(unsubscribe.text, unsubscribe.page, 'color:#6b6960')}</p>` : ''
  const listTexts = lists.map(({ title, items }) =>
    [...(title ? [title] : []), ...items.map(({ text, url }) => `- ${text}${url ? `\n  ${url}` : ''}`)].join('\n'),
  )
  return {
    to,
    subject,
    text: [
      ...lines,
      ...listTexts,
      ...(link ? [`${link.text}: ${link.url}`] : []),
      foot,
      ...(unsubscribe ? [`${unsubscribe.text}: ${unsubscribe.page}`] : []),
    ].join('\n\n'),
    html: `<!doctype html><html lang="${language}"><body style="font:16px/1.5 system-ui,sans-serif;color:#1d1c18;background:#fff;margin:0;padding:24px"><div style="max-width:32rem;margin:0 auto"><h1 style="font-size:20px">${escapeHtml(subject)}</h1>${paragraphs}${listed.join('')}${button}<p style="${dim}">${escapeHtml(foot)}</p>${end}</div></body></html>`,
    ...(unsubscribe && {
      headers: { 'List-Unsubscribe': `<${unsubscribe.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  }
}
