import type { Deps } from '../../platform/deps.ts'
import type { Outbox, WriteMail } from '../../platform/mail/outbox.ts'
import { addEmail, claimEmail, deleteEmail, type Email, mostTries, postponeEmail } from './queries.ts'

/**
 * Mail that survives a restart: the transaction that causes an email writes it to the database, and it is sent after the commit. Without
 * SMTP_URL nothing is stored.
 */
export function createOutbox({ config: { mail: settings }, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): Outbox {
  const writers = new Map<string, WriteMail<never>>()

  const send = async (message: Email) => {
    const write = writers.get(message.kind)
    // Written by a newer version that runs beside this one.
    if (!write) throw new Error('nobody here writes emails of this kind')
    const mail = await write(JSON.parse(message.data) as never)
    if (!mail) return
    // Loaded on first use, so that installations without mail do not load it. Each email has a connection of its own anyway.
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
  const fail = async (message: Email, error: unknown) => {
    // The address, which the mail server may repeat, stays out of the log.
    const why = { code: (error as { code?: unknown }).code, response: (error as { responseCode?: unknown }).responseCode }
    const about = { ...why, kind: message.kind, message: message.id, tries: message.tries }
    if (message.tries < mostTries) {
      log.warn(about, 'mail not sent, to be tried again')
      return postponeEmail(db, message)
    }
    log.error(about, 'mail given up')
    return deleteEmail(db, message.id)
  }

  return {
    enabled: settings !== undefined,
    register: (kind, write) => {
      writers.set(kind, write as WriteMail<never>)
      return async (trx, data) => {
        if (settings) await addEmail(trx, kind, data)
      }
    },
    deliver: async (isStopping = () => false) => {
      if (!settings) return
      const claim = async () => (isStopping() ? undefined : claimEmail(db))
      for (let message = await claim(); message; message = await claim()) {
        const taken = message
        await send(taken).then(
          () => deleteEmail(db, taken.id),
          (error: unknown) => fail(taken, error),
        )
      }
    },
  }
}
