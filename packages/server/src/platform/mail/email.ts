import { type Language, languages } from '@rodada/contract/core/languages'
import { withoutAddresses } from './email-text.ts'
import type { Mail } from './outbox.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export type EmailItem = { text: string; url?: string }
export type EmailParts = {
  subject: string
  lines: string[]
  lists?: { title?: string; items: EmailItem[] }[]
  link?: { text: string; url: string }
  language?: Language
  /** Instead of the usual one. */
  foot?: string
  /** How the reader ends emails of this kind: a page, and the address of one click (RFC 8058). */
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
 * An email, the same words as text and as HTML. Everything is escaped, and names and titles that people typed lose their addresses: the
 * only links are those of the program.
 */
export function composeEmail(to: string, { link, language = languages[0], foot = feet[language], unsubscribe, ...said }: EmailParts): Mail {
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
