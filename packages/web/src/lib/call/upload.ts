import type { Endpoint, ParamsInput, QueryInput, Reply } from '@rodada/contract/core/endpoint'
import { t } from '../../i18n/index.ts'
import { CallError, type Part, prepareCall } from './call.ts'

type Input<E extends Endpoint> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> & { body: Blob; signal: AbortSignal; onProgress: (sent: number) => void }

/**
 * Calls an endpoint that takes a file, and says on the way how many of its bytes have gone, which fetch does not.
 * @throws CallError as `call` does, and an AbortError when `signal` ends it
 */
export function upload<E extends Endpoint & { upload: 'stream' }>(endpoint: E, input: Input<E>): Promise<Reply<E>> {
  const { body, signal, onProgress } = input
  const { url, headers, settle } = prepareCall(endpoint, input)
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const end = () => request.abort()
    request.open(endpoint.method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => {
      try {
        resolve(settle(request, request.responseText))
      } catch (reason) {
        reject(reason)
      }
    })
    request.addEventListener('error', () => reject(new CallError(t('errors.network'), { id: 'network' })))
    request.addEventListener('abort', () => reject(new DOMException('the upload was ended', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', end))
    signal.addEventListener('abort', end)
    request.send(body)
  })
}
