import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Db } from '../migrations/schema.ts'
import type { Config } from './config.ts'
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
  const transport =
    settings && createTransport({ url: settings.url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })

  const send = async (letter: Letter) => {
    const write = writers.get(letter.kind)
    // Put there by a newer version of the program, beside which this one still runs.
    if (!write) throw new Error('nobody here writes letters of this kind')
    const mail = await write(JSON.parse(letter.data) as never)
    if (mail)
      await transport?.sendMail({
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
    enabled: transport !== undefined,
    register: (kind, write) => {
      writers.set(kind, write as WriteMail<never>)
      return async (trx, data) => {
        if (transport) await addLetter(trx, kind, data)
      }
    },
    deliver: async () => {
      if (!transport) return
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

/** A letter of the house: the same words as text and as HTML. Everything in it is escaped. */
export function letter(
  to: string,
  { subject, lines, link }: { subject: string; lines: string[]; link?: { text: string; url: string } },
): Mail {
  const foot = 'Mensagem automática da Rodada.'
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('')
  const button = link
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="background:#1d1c18;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none">${escapeHtml(link.text)}</a></p>`
    : ''
  return {
    to,
    subject,
    text: [...lines, ...(link ? [`${link.text}: ${link.url}`] : []), foot].join('\n\n'),
    html: `<!doctype html><html lang="pt-BR"><body style="font:16px/1.5 system-ui,sans-serif;color:#1d1c18;background:#fff;margin:0;padding:24px"><div style="max-width:32rem;margin:0 auto"><h1 style="font-size:20px">${escapeHtml(subject)}</h1>${paragraphs}${button}<p style="color:#6b6960;font-size:14px">${foot}</p></div></body></html>`,
  }
}
