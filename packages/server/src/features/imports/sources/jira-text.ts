import { listOf, numberOf, type Thing, textOf, thingOf } from './values.ts'

/*
 * Texts of Jira as Markdown: the wiki markup of tables and of Jira Server, and the documents (ADF) of Jira Cloud. What has no match in Markdown keeps
 * its words. A text that a program shows in one piece stays in one piece: nothing here makes HTML.
 */

/** Languages of blocks of code are one word. */
const languageOf = (text: string): string => /^[\w+#-]{1,30}$/.exec(text)?.[0] ?? ''
const fence = (code: string, language = ''): string =>
  `\`\`\`${languageOf(language)}\n${code.replace(/^\n+/, '').trimEnd().replaceAll('```', "'''")}\n\`\`\``

/** One block that is not to be read further: code, or what is shown as it stands. */
const block = /^\{(code|noformat)(?::([^}\n]{0,200}))?\}/

/** More of a text is cut anyway, later and told. */
const mostLetters = 50_000

/** Wiki markup as Markdown. */
export function markdownOfWiki(whole: string): string {
  const text = whole.slice(0, mostLetters)
  const out: string[] = []
  let code: { sign: string; language: string; lines: string[] } | undefined
  let quoted = false
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  for (const line of lines) {
    if (code) {
      const end = line.indexOf(`{${code.sign}}`)
      code.lines.push(end === -1 ? line : line.slice(0, end))
      if (end === -1) continue
      out.push(...fence(code.lines.join('\n'), code.language).split('\n'))
      const rest = line.slice(end + code.sign.length + 2)
      code = undefined
      if (rest.trim() !== '') out.push(inline(rest))
      continue
    }
    const opening = block.exec(line.trim())
    if (opening) {
      const [whole, sign = '', options = ''] = opening
      const rest = line.trim().slice(whole.length)
      const language = options.split('|').find((option) => !option.includes('=')) ?? ''
      const end = rest.indexOf(`{${sign}}`)
      if (end === -1) code = { sign, language, lines: rest === '' ? [] : [rest] }
      else
        out.push(
          ...fence(rest.slice(0, end), language).split('\n'),
          ...(rest.slice(end + sign.length + 2).trim() ? [inline(rest.slice(end + sign.length + 2))] : []),
        )
      continue
    }
    if (line.includes('{quote}')) {
      const [before = '', ...after] = line.split('{quote}')
      for (const [index, part] of [before, ...after].entries()) {
        if (index > 0) quoted = !quoted
        if (part.trim() !== '') out.push(`${quoted ? '> ' : ''}${lineOfWiki(part)}`)
      }
      continue
    }
    out.push(quoted ? `> ${lineOfWiki(line)}` : lineOfWiki(line))
  }
  if (code) out.push(...fence(code.lines.join('\n'), code.language).split('\n'))
  return out.join('\n').trim()
}

function lineOfWiki(line: string): string {
  const heading = /^\s*h([1-6])\.\s+(.*)$/.exec(line)
  if (heading) return `${'#'.repeat(Number(heading[1]))} ${inline(heading[2] ?? '')}`
  if (/^\s*-{4,}\s*$/.test(line)) return '---'
  const quote = /^\s*bq\.\s+(.*)$/.exec(line)
  if (quote) return `> ${inline(quote[1] ?? '')}`
  const item = /^\s*([*#-]{1,10})\s+(.*)$/.exec(line)
  if (item) {
    const [, signs = '', rest = ''] = item
    return `${'   '.repeat(signs.length - 1)}${signs.endsWith('#') ? '1.' : '-'} ${inline(rest)}`
  }
  const head = /^\s*\|\|(.*)\|\|\s*$/.exec(line)
  if (head) {
    const cells = (head[1] ?? '').split('||').map((cell) => inline(cell.trim()))
    return `| ${cells.join(' | ')} |\n|${' --- |'.repeat(cells.length)}`
  }
  return inline(line)
}

/** A sign of wiki markup around words, which begins and ends at the edge of a word. */
const around = (sign: string): RegExp =>
  new RegExp(`(^|[\\s({[>"'.,;:!?|/-])${sign}(?=\\S)([^\\n${sign}]{1,500}?)(?<=\\S)${sign}(?=$|[\\s)}\\]<"'.,;:!?|/-])`, 'g')
const [bold, italic, struck, inserted] = [around('\\*'), around('_'), around('-'), around('\\+')]

/** The marks within a line. Code goes untouched. */
function inline(line: string): string {
  return line
    .slice(0, 20_000)
    .split(/(\{\{[^{}\n]{1,500}\}\})/)
    .map((part) => {
      const code = /^\{\{(.*)\}\}$/.exec(part)
      if (code) return `\`${(code[1] ?? '').replaceAll('`', "'")}\``
      return part
        .replace(
          /\{color(?::[^}\n]{1,40})?\}|\{anchor:[^}\n]{1,100}\}|\{panel(?::[^}\n]{1,300})?\}|\{(?:info|note|tip|warning)(?::[^}\n]{1,300})?\}/g,
          '',
        )
        .replace(bold, '$1**$2**')
        .replace(italic, '$1*$2*')
        .replace(struck, '$1~~$2~~')
        .replace(inserted, '$1$2')
        .replace(/\[~(?:accountid:)?([^\]\n]{1,200})\]/g, '@$1')
        .replace(/\[([^\]|\n]{1,500})\|([^\]|\s]{1,2000})(?:\|[^\]\n]{0,100})?\]/g, (_, title: string, url: string) =>
          isAddress(url) ? `[${title}](${url})` : `${title} (${url})`,
        )
        .replace(/\[((?:https?|mailto):[^\]|\s]{1,2000})\]/g, '<$1>')
        .replace(/!([^!|\n\s]{1,500})(?:\|[^!\n]{0,200})?!/g, (whole: string, name: string) =>
          /^https?:/.test(name) ? `![](${name})` : /\.\w{2,5}$/.test(name) ? `[${name}]` : whole,
        )
        .replaceAll('\\\\', '  \n')
    })
    .join('')
    .concat(line.slice(20_000))
}

const isAddress = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url) && !/[()<>\s]/.test(url)

/** A document of Jira Cloud (ADF) as Markdown; a text is taken for wiki markup. */
export function markdownOfJira(value: unknown): string {
  if (typeof value === 'string') return markdownOfWiki(value)
  const document = thingOf(value)
  return document.type === 'doc' ? blocksOf(document).trim() : ''
}

const contentOf = (node: Thing): Thing[] => listOf(node.content).map(thingOf)
const blocksOf = (node: Thing): string =>
  contentOf(node)
    .map(blockOf)
    .filter((text) => text !== '')
    .join('\n\n')
const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

function blockOf(node: Thing): string {
  const attributes = thingOf(node.attrs)
  switch (textOf(node.type)) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, Math.max(1, numberOf(attributes.level) ?? 1)))} ${wordsOf(node)}`
    case 'codeBlock':
      return fence(
        contentOf(node)
          .map((part) => textOf(part.text))
          .join(''),
        textOf(attributes.language),
      )
    case 'blockquote':
    case 'panel':
      return `> ${indented(blocksOf(node), '> ')}`
    case 'rule':
      return '---'
    case 'bulletList':
      return contentOf(node)
        .map((item) => `- ${indented(itemOf(item), '  ')}`)
        .join('\n')
    case 'orderedList':
      return contentOf(node)
        .map((item, index) => `${(numberOf(attributes.order) ?? 1) + index}. ${indented(itemOf(item), '   ')}`)
        .join('\n')
    case 'taskList':
      return contentOf(node)
        .map((item) => `- [${thingOf(item.attrs).state === 'DONE' ? 'x' : ' '}] ${wordsOf(item)}`)
        .join('\n')
    case 'table':
      return tableOf(node)
    case 'expand':
    case 'nestedExpand':
      return [textOf(attributes.title) && `**${textOf(attributes.title)}**`, blocksOf(node)].filter((text) => text !== '').join('\n\n')
    case 'blockCard':
    case 'embedCard':
      return addressOf(attributes)
    case 'paragraph':
      return wordsOf(node)
    default:
      return Array.isArray(node.content) ? blocksOf(node) : wordOf(node)
  }
}

const itemOf = (item: Thing): string =>
  contentOf(item)
    .map(blockOf)
    .filter((text) => text !== '')
    .join('\n')

function tableOf(node: Thing): string {
  const rows = contentOf(node).map((row) =>
    contentOf(row).map((cell) =>
      blocksOf(cell)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
        .replaceAll('|', '\\|'),
    ),
  )
  const [first = [], ...others] = rows
  const rowOf = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [rowOf(first), `|${' --- |'.repeat(Math.max(1, first.length))}`, ...others.map(rowOf)].join('\n')
}

const addressOf = (attributes: Thing): string =>
  isAddress(textOf(attributes.url)) ? `<${textOf(attributes.url)}>` : textOf(attributes.url)

const wordsOf = (node: Thing): string => contentOf(node).map(wordOf).join('')

function wordOf(node: Thing): string {
  const attributes = thingOf(node.attrs)
  switch (textOf(node.type)) {
    case 'text':
      return markedOf(textOf(node.text), listOf(node.marks).map(thingOf))
    case 'hardBreak':
      return '  \n'
    case 'mention':
      return `@${textOf(attributes.text).replace(/^@/, '') || textOf(attributes.id)}`
    case 'emoji':
      return textOf(attributes.text) || textOf(attributes.shortName)
    case 'inlineCard':
      return addressOf(attributes)
    case 'date':
      return new Date(numberOf(attributes.timestamp) ?? Number.NaN).toJSON()?.slice(0, 10) ?? ''
    case 'status':
      return textOf(attributes.text)
    case 'media':
    case 'mediaInline':
      return textOf(attributes.alt) && `[${textOf(attributes.alt)}]`
    default:
      return Array.isArray(node.content) ? wordsOf(node) : ''
  }
}

/** Marks hold on to words: spaces at the edges stand outside of them. */
function markedOf(text: string, marks: readonly Thing[]): string {
  const words = text.trim()
  if (words === '') return text
  const [before, after] = [text.slice(0, text.length - text.trimStart().length), text.slice(text.trimEnd().length)]
  const marked = marks.reduce((said, mark) => {
    const url = textOf(thingOf(mark.attrs).href)
    switch (textOf(mark.type)) {
      case 'strong':
        return `**${said}**`
      case 'em':
        return `*${said}*`
      case 'strike':
        return `~~${said}~~`
      case 'code':
        return `\`${said.replaceAll('`', "'")}\``
      case 'link':
        return isAddress(url) ? (url === said ? `<${url}>` : `[${said}](${url})`) : said
      default:
        return said
    }
  }, words)
  return `${before}${marked}${after}`
}
