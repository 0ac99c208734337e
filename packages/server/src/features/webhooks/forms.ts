import type { WebhookForm } from '@rodada/contract/integrations/settings'
import { WebhookMessage } from '@rodada/contract/integrations/webhooks'
import { type Markup, sentenceOf } from './words.ts'

/** What is sent: a body and what says how to read it. */
export type Written = { body: string; headers: Record<string, string> }
type Context = { language: string | null; site: string | undefined }

const json = (body: unknown): Written => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

/** A title must not mention a whole channel, or show one address and link to another. */
const ofSlack = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** In Markdown every sign that may mean something gets its backslash, and no name follows an @. */
const ofMarkdown = (text: string): string => text.replace(/[\\`*_~|<>[\]()#!]/g, '\\$&').replaceAll('@', '@\u200b')

const slack: Markup = { plain: ofSlack, bold: (text) => `*${ofSlack(text)}*` }
const markdown: Markup = { plain: ofMarkdown, bold: (text) => `**${ofMarkdown(text)}**` }
const bare: Markup = { plain: String, bold: String }

/** Discord takes no longer text. */
const discordText = 2000
/** Discord: no preview of the link. */
const withoutPreview = 4

type Said = { text: string; open: string; link: string | undefined }
const linked = ({ text, open, link }: Said) => (link === undefined ? text : `${text}\n[${open}](${link})`)

const services: Record<Exclude<WebhookForm, 'rodada'>, { markup: Markup; write: (said: Said) => Written }> = {
  slack: {
    markup: slack,
    write: ({ text, open, link }) => json({ text: link === undefined ? text : `${text}\n<${link}|${open}>`, unfurl_links: false }),
  },
  mattermost: { markup: markdown, write: (said) => json({ text: linked(said) }) },
  discord: {
    markup: markdown,
    write: (said) => json({ content: linked(said).slice(0, discordText), allowed_mentions: { parse: [] }, flags: withoutPreview }),
  },
  // The card that a workflow of Teams posts.
  teams: {
    markup: markdown,
    write: ({ text, open, link }) =>
      json({
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              body: [{ type: 'TextBlock', text, wrap: true }],
              ...(link !== undefined && { actions: [{ type: 'Action.OpenUrl', title: open, url: link }] }),
            },
          },
        ],
      }),
  },
  // The address is the one of the topic, and the body is the text.
  ntfy: {
    markup: bare,
    write: ({ text, link }) => ({
      body: text,
      headers: { 'content-type': 'text/plain; charset=utf-8', ...(link !== undefined && { click: link }) },
    }),
  },
}

/**
 * A stored message in the form of a webhook: as it is, or as a sentence for people.
 * @param context.site where this installation is found; without it sentences have no link
 */
export function write(form: WebhookForm, stored: string, { language, site }: Context): Written {
  if (form === 'rodada') return { body: stored, headers: { 'content-type': 'application/json' } }
  const { markup, write: writeIt } = services[form]
  const { text, open, path } = sentenceOf(WebhookMessage.parse(JSON.parse(stored)), language, markup)
  return writeIt({ text, open, link: site === undefined ? undefined : site.replace(/\/$/, '') + path })
}
