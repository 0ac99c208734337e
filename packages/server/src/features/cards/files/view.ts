import type { CardFile } from '@rodada/contract/cards/files'
import type { Download } from '../../../platform/http/http.ts'
import { mayBeShown } from './kinds.ts'
import type { FileRow } from './queries.ts'

export const fileView = ({ user_id, user_name, avatar_url, preview_name, ...file }: FileRow): CardFile => ({
  id: file.id,
  card_id: file.card_id,
  name: file.name,
  type: file.type,
  size: file.size,
  width: file.width,
  height: file.height,
  has_preview: preview_name !== null,
  user: user_id === null ? null : { id: user_id, name: user_name ?? '', avatar_url },
  created_at: file.created_at,
})

/** Where a browser finds a file, and its preview, below the origin. */
export const fileAddress = (id: number): string => `/api/files/${id}`
export const previewAddress = (id: number): string => `/api/files/${id}/preview`

/** The tag of a version of these bytes. They never change, so that a browser that has them is told so. */
export const tagOf = ({ sha256 }: { sha256: string }, part: 'file' | 'preview'): string => `"${part}-${sha256.slice(0, 32)}"`

/** Of whatever is in a file nothing runs and nothing is loaded, and no cache that others use keeps it. */
export const heldBack: NonNullable<Download['headers']> = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  // Asked for again each time, because each time it is looked at whether the person still sees the card.
  'cache-control': 'private, no-cache',
}

/** The headers of a file that say what it is, and whether it is shown. */
export function fileHeaders({ name, type }: Pick<FileRow, 'name' | 'type'>, asDownload: boolean): NonNullable<Download['headers']> {
  const isShown = mayBeShown(type) && !asDownload
  return {
    ...heldBack,
    'content-type': mayBeShown(type) ? (type === 'text/plain' ? 'text/plain; charset=utf-8' : type) : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${nameParameters(name)}`,
    'accept-ranges': 'bytes',
  }
}

/** A name for `Content-Disposition`: in ASCII for old programs, and as it is (RFC 6266, RFC 8187). */
function nameParameters(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
