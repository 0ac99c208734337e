import type { Endpoint } from '@rodada/contract/core/endpoint'
import { currentLanguage } from '../../i18n/index.ts'
import { download } from '../device/download.ts'
import { read } from '../device/storage.ts'
import { CallError } from './call.ts'

/**
 * Fetches the file of a download and offers it under the name that the server gave. The session goes in the header as with
 * every call: in an address it would be left in histories and logs.
 * @throws CallError with the text to show
 */
export async function downloadFile(
  endpoint: Endpoint & { download: string },
  options: { path?: string; query?: object; body?: object } = {},
): Promise<void> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) if (value) search.set(name, String(value))
  const url = endpoint.url.replace(/:\w+/, encodeURIComponent(options.path ?? ''))
  const { body } = options
  const response = await fetch(`/api${url}?${search}`, {
    method: endpoint.method,
    headers: {
      Authorization: `Bearer ${read('authToken') ?? ''}`,
      'Accept-Language': currentLanguage(),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CallError('')
  })
  if (!response.ok) {
    const problem: unknown = await response.json().catch(() => undefined)
    const { message = '', fields = {} } = (typeof problem === 'object' ? problem : null) as {
      message?: string
      fields?: Record<string, string>
    }
    throw new CallError(String(message), { status: response.status, fields })
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'rodada'
  download(name, await response.blob())
}
