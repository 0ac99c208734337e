import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'
import { ok } from './boards.ts'
import type { TestServer } from './harness.ts'

export type Received = { to: string; from: string; subject: string; text: string; html: string; header: (name: string) => string }

const confirmation = 'Confirme o seu e-mail na Rodada'

/** A real mail server that keeps what it is sent. */
export type Mailbox = {
  /** The settings of an installation that sends here. */
  env: Record<string, string>
  received: Received[]
  /** Takes and forgets the emails to an address, but for those that every new address gets. */
  take: (to: string) => Received[]
  /** Takes and forgets those, which ask whether the address is its owner's. */
  takeConfirmations: (to: string) => Received[]
  /** While true, every email is refused for now. */
  refusing: boolean
  /** What every email is waited with before it is taken. */
  hold: Promise<unknown> | undefined
  attempts: number
  stop: () => Promise<void>
}

/** Sends what is in a server's outbox now instead of at the next turn of its job, and waits for what another turn has in hand. */
export async function untilSent({ app }: TestServer): Promise<void> {
  const { db, outbox } = app.deps
  await outbox.deliver()
  await expect.poll(async () => (await db.selectFrom('outbox').select('id').execute()).length).toBe(0)
}

/** Sets another password by the link that comes by mail, as who has forgotten theirs. @returns the password */
export async function resetByMail(server: TestServer, box: Mailbox, email: string): Promise<string> {
  const password = 'nova senha'
  ok(await server.call(passwordResetApi.request, { body: { email } }))
  await untilSent(server)
  const token = box
    .take(email)
    .map(({ text }) => /redefinir-senha#([\w-]{43})$/m.exec(text)?.[1])
    .find(Boolean)
  ok(await server.call(passwordResetApi.complete, { body: { token, new_password: password, confirmation: password } }))
  return password
}

export async function openMailbox(): Promise<Mailbox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      buffer(stream).then(async (raw) => {
        box.attempts += 1
        if (box.refusing) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        await box.hold
        box.received.push({ ...parse(raw.toString('latin1')), to: session.envelope.rcptTo[0]?.address ?? '' })
        done()
      }, done)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const box: Mailbox = {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
      MAIL_FROM: 'Rodada <rodada@exemplo.com.br>',
      PUBLIC_URL: 'http://rodada.exemplo.com.br',
    },
    received: [],
    take: (to) => pick((mail) => mail.to === to && mail.subject !== confirmation),
    takeConfirmations: (to) => pick((mail) => mail.to === to && mail.subject === confirmation),
    refusing: false,
    hold: undefined,
    attempts: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const pick = (wanted: (mail: Received) => boolean) => {
    const mine = box.received.filter(wanted)
    box.received = box.received.filter((mail) => !wanted(mail))
    return mine
  }
  return box
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const bytes =
    encoding === 'quoted-printable'
      ? body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : body
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const words = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? decode(word, 'base64') : decode(word.replaceAll('_', ' '), 'quoted-printable'),
    )

/** Enough of MIME for two alternatives. */
function parse(raw: string): Omit<Received, 'to'> {
  const split = (part: string) => {
    const end = part.indexOf('\r\n\r\n')
    const head = part.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
    return { field, body: part.slice(end + 4) }
  }
  const { field, body } = split(raw)
  const boundary = /boundary="?([^";]+)/.exec(field('Content-Type'))?.[1] ?? ''
  const parts = body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, '')))
  const content = (type: string) => {
    const part = parts.find((one) => one.field('Content-Type').startsWith(type))
    return part ? decode(part.body, part.field('Content-Transfer-Encoding')) : ''
  }
  return {
    header: field,
    from: words(field('From')),
    subject: words(field('Subject')),
    text: content('text/plain'),
    html: content('text/html'),
  }
}
