import type { Selected, TextChange } from '../../../../../lib/text/apply-change.ts'

export type Tool = 'bold' | 'italic' | 'heading' | 'link' | 'list' | 'tasks' | 'quote' | 'code' | 'block' | 'table'

/** What each tool puts in where nothing is selected, in the words of the reader. */
export type Words = { text: string; address: string; column: string; cell: string }

/** What a tool does to a text. */
export function applyTool(tool: Tool, at: Selected, words: Words): TextChange {
  switch (tool) {
    case 'bold':
      return wrap(at, '**', words.text)
    case 'italic':
      return wrap(at, '_', words.text)
    case 'code':
      return wrap(at, '`', words.text)
    case 'link':
      return link(at, words)
    case 'heading':
      return prefix(at, '## ')
    case 'list':
      return prefix(at, '- ')
    case 'tasks':
      return prefix(at, '- [ ] ')
    case 'quote':
      return prefix(at, '> ')
    case 'block':
      return block(at, `\`\`\`\n${picked(at)}\n\`\`\``, [4, 4 + picked(at).length])
    case 'table':
      return block(at, table(words), [2, 2 + words.column.length + 2])
  }
}

const picked = ({ value, start, end }: Selected): string => value.slice(start, end)

function wrap(at: Selected, mark: string, words: string): TextChange {
  const { value, start, end } = at
  const size = mark.length
  const isAround = value.slice(start - size, start) === mark && value.slice(end, end + size) === mark && start >= size
  if (isAround) return { from: start - size, to: end + size, text: picked(at), select: [start - size, end - size] }
  const text = picked(at) || words
  return { from: start, to: end, text: `${mark}${text}${mark}`, select: [start + size, start + size + text.length] }
}

function link(at: Selected, words: Words): TextChange {
  const { start, end } = at
  const text = picked(at)
  if (/^https?:\/\/\S+$/.test(text))
    return { from: start, to: end, text: `[${words.text}](${text})`, select: [start + 1, start + 1 + words.text.length] }
  const label = text || words.text
  const place = start + label.length + 3
  return { from: start, to: end, text: `[${label}](${words.address})`, select: [place, place + words.address.length] }
}

const anyMark = /^(\s*)(?:#{1,6} |> |[-*+] \[[ xX]\] |[-*+] |\d{1,9}[.)] )?/

/** The whole lines of what is selected begin with a mark, or no longer do when all did. */
function prefix({ value, start, end }: Selected, mark: string): TextChange {
  const from = value.lastIndexOf('\n', start - 1) + 1
  const next = value.indexOf('\n', Math.max(end - (end > start && value[end - 1] === '\n' ? 1 : 0), from))
  const to = next < 0 ? value.length : next
  const lines = value.slice(from, to).split('\n')
  const marked = (line: string) =>
    (mark === '- ' ? /^\s*- (?!\[[ xX]\] )/ : mark === '- [ ] ' ? /^\s*- \[[ xX]\] / : new RegExp(`^\\s*${mark}`)).test(line)
  const written = lines.filter((line) => line.trim() !== '')
  const off = written.length > 0 && written.every(marked)
  const text = lines
    .map((line) =>
      line.trim() === '' && lines.length > 1 ? line : line.replace(anyMark, (_, indent: string) => (off ? indent : `${indent}${mark}`)),
    )
    .join('\n')
  const caret = from + text.length
  return { from, to, text, select: lines.length > 1 ? [from, caret] : [caret, caret] }
}

/** A part that stands on lines of its own. @param inner what of it is selected */
function block({ value, start, end }: Selected, text: string, [first, last]: readonly [number, number]): TextChange {
  const before = value.slice(0, start)
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const after = value.slice(end)
  const trail = after === '' || after.startsWith('\n') ? '' : '\n'
  const at = start + lead.length
  return { from: start, to: end, text: `${lead}${text}${trail}`, select: [at + first, at + last] }
}

const table = ({ column, cell }: Words): string => `| ${column} 1 | ${column} 2 |\n| --- | --- |\n| ${cell} | ${cell} |`

const item = /^(\s*(?:> ?)*)(?:([-*+] (?:\[[ xX]\] )?)|(\d{1,8})([.)] ))?(.*)$/

/**
 * What Enter does in a list or a quote: the next line goes on with it, and an empty item ends it.
 * @returns null where Enter is only Enter
 */
export function continueLine({ value, start, end }: Selected): TextChange | null {
  const from = value.lastIndexOf('\n', start - 1) + 1
  const found = item.exec(value.slice(from, start))
  if (!found || start !== end) return null
  const [, lead = '', bullet, number, sign, rest = ''] = found
  const mark = bullet?.replace(/\[[xX]\]/, '[ ]') ?? (number === undefined ? '' : `${Number(number) + 1}${sign}`)
  if (mark === '' && !lead.includes('>')) return null
  if (rest.trim() === '') return { from, to: start, text: '', select: [from, from] }
  const text = `\n${lead}${mark}`
  return { from: start, to: start, text, select: [start + text.length, start + text.length] }
}
