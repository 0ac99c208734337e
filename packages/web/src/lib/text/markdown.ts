import createPurifier from 'dompurify'
import { Marked, Renderer, type Tokens } from 'marked'

/** The only protocols that a link may have; everything else stays plain text. */
const allowedUrl = /^(?:https?:\/\/|mailto:)/i
/** Tags that Markdown makes. Nothing here loads, runs or styles anything. */
const tags = [
  ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'a', 'ul', 'ol', 'li'],
  ...['h4', 'h5', 'h6', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span', 'img'],
]
/** What our own elements say of themselves: the language of a block of code, whether a task is done, the box of a table, and the id of a file. */
const marks = ['data-language', 'data-task', 'data-table', 'data-file']
/** A picture that is a file of the card: `![tela](file:42)`. */
const filePath = /^file:(\d{1,10})$/

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** The address of a link, or null when it leads anywhere but to a web page or a mailbox. */
function safeUrl(href: string): string | null {
  // Browsers skip control characters and spaces in addresses; a check that does not would be fooled by them.
  const plain = href.replace(/[\p{Cc}\s]/gu, '')
  return allowedUrl.test(plain) ? plain : null
}

const anchor = (href: string, inner: string): string => {
  const url = safeUrl(href)
  return url === null ? inner : `<a href="${escapeHtml(url)}">${inner}</a>`
}

const marked = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  renderer: {
    /** HTML that somebody typed is shown, not obeyed. */
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    link({ href, tokens }: Tokens.Link) {
      return anchor(href, this.parser.parseInline(tokens))
    },
    /** Pictures from elsewhere would tell their server who reads: what is shown is a link to them. Those of the card get their address later. */
    image({ href, text }: Tokens.Image) {
      const id = filePath.exec(href)?.[1]
      return id === undefined ? anchor(href, escapeHtml(text || href)) : `<img data-file="${id}" alt="${escapeHtml(text)}">`
    },
    code({ text, lang }: Tokens.Code) {
      const language = /^[\w+#.-]{1,20}/.exec(lang ?? '')?.[0]
      return `<pre${language ? ` data-language="${escapeHtml(language)}"` : ''}><code>${escapeHtml(text)}\n</code></pre>`
    },
    table(token: Tokens.Table) {
      return `<div data-table="">${Renderer.prototype.table.call(this, token)}</div>`
    },
    /** Below the title of what the text belongs to, which is a second-level heading with third-level sections. */
    heading({ depth, tokens }: Tokens.Heading) {
      const level = Math.min(6, depth + 3)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`
    },
    checkbox: ({ checked }: Tokens.Checkbox) => `<span data-task="${checked ? 'done' : 'open'}">${checked ? '☑' : '☐'}</span> `,
  },
})

const purifier = createPurifier(window)
purifier.addHook('afterSanitizeAttributes', (node) => {
  // Without an address: what draws it knows which file it may be.
  if (node.tagName === 'IMG' && !node.hasAttribute('data-file')) return node.remove()
  if (node.tagName !== 'A') return
  const url = safeUrl(node.getAttribute('href') ?? '')
  if (url === null) return node.removeAttribute('href')
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer')
})

/** Leaves of HTML only what Markdown can make: no scripts, handlers, styles, pictures, forms or frames, and no links but to pages and mailboxes. */
export const sanitize = (html: string): string =>
  purifier.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'start', 'alt', ...marks],
    // Numbers and words, not addresses.
    ADD_URI_SAFE_ATTR: ['start', 'alt', ...marks],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: allowedUrl,
  })

/** Markdown of anybody as HTML that is safe to put on a page. Two walls: the renderer escapes raw HTML, and what it makes is sanitised. */
export const renderMarkdown = (text: string): string =>
  sanitize(isTangled(text) ? `<pre><code>${escapeHtml(text)}</code></pre>` : marked.parse(text, { async: false }))

/** Lists and quotes within each other, deeper than anybody writes. */
const deep = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){40}/m
/** Signs at which the parser stops to look through the rest of one paragraph, for a counterpart above all. */
const mostSigns = 1500
/** Spaces, or signs that may end an address, one behind the other: the parser asks behind each whether that was the last. */
const long = /[^\S\n]{1000}|[?!.,:;*_'"~)&]{1000}/

/** Cells of one table. Each row has as many as the widest could have, however few are written. */
const mostCells = 5000

/** How many cells a paragraph has if it is a table. */
function cellsOf(paragraph: string): number {
  const lines = paragraph.split('\n')
  const widest = lines.reduce((most, line) => Math.max(most, line.split('|').length), 0)
  return widest > 1 ? widest * lines.length : 0
}

/** Texts that hold a page up for seconds, or are too deep for any parser: they are shown as they were typed. */
function isTangled(text: string): boolean {
  // The parser ends lines so.
  const paragraphs = text.replace(/\r\n?/g, '\n').split(/\n\s*\n/)
  return (
    deep.test(text) ||
    long.test(text) ||
    paragraphs.some((paragraph) => (paragraph.match(/[!*_~`[\]<]/g)?.length ?? 0) > mostSigns || cellsOf(paragraph) > mostCells)
  )
}
