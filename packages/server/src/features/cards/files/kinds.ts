/** What a file is, by its first bytes alone: its name and what the client says of it can lie. */
export type FileKind = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'application/pdf' | 'text/plain' | 'other'

const isAt = (head: Buffer, offset: number, text: string): boolean =>
  head.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'))

/** Kinds that a browser may show at an address of ours, where nothing in them is run. Everything else it saves. */
const shown: ReadonlySet<string> = new Set<FileKind>([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
  'text/plain',
])
export const mayBeShown = (type: string): boolean => shown.has(type)

export const isPicture = (type: string): boolean => type.startsWith('image/')

/** The type by which a file is stored and served. @param head its first bytes, more than a thousand of them where it has so many */
export function typeOf(head: Buffer): string {
  const kind = kindOf(head)
  return kind === 'other' ? 'application/octet-stream' : kind
}

function kindOf(head: Buffer): FileKind {
  if (isAt(head, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (isAt(head, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (isAt(head, 0, 'GIF87a') || isAt(head, 0, 'GIF89a')) return 'image/gif'
  if (isAt(head, 0, 'RIFF') && isAt(head, 8, 'WEBP')) return 'image/webp'
  if (isAt(head, 4, 'ftyp') && /avi[fs]/.test(brandsOf(head))) return 'image/avif'
  if (isAt(head, 0, '%PDF-')) return 'application/pdf'
  return isPlainText(head) ? 'text/plain' : 'other'
}

/** The brands of a file of the ISO base media format (ISO/IEC 14496-12, 4.3). */
const brandsOf = (head: Buffer): string => head.subarray(8, Math.min(head.readUInt32BE(0), 64)).toString('latin1')

/** Tags by which a browser that guesses types takes a file for a page or a drawing. Such a file is saved and never shown. */
const markup = /<(?:!doctype|\?xml|html|head|body|script|iframe|svg|h1|div|font|table|a|style|title|b|br|p|!--)[\s/>-]/i

function isPlainText(head: Buffer): boolean {
  // What binary files have in their first bytes, and texts never.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (head.length === 0 || /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head.toString('latin1'))) return false
  try {
    // As a stream, because the last letter may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return !markup.test(text)
  } catch {
    return false
  }
}
