import { filesApi } from '@rodada/contract/cards/files'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../../i18n/index.ts'
import { CallError } from '../../../../lib/call/call.ts'
import { sessionChanged } from '../../../../lib/call/session.ts'
import { upload } from '../../../../lib/call/upload.ts'
import { uploads } from './uploads.ts'

/** A request of the browser whose answer the test gives. */
class Request extends EventTarget {
  static last: Request | undefined
  readonly upload = new EventTarget()
  readonly sent: { url?: string; headers: Record<string, string>; body?: unknown } = { headers: {} }
  status = 0
  statusText = ''
  responseText = ''
  isAborted = false

  constructor() {
    super()
    Request.last = this
  }
  open(method: string, url: string): void {
    this.sent.url = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string): void {
    this.sent.headers[name] = value
  }
  send(body: unknown): void {
    this.sent.body = body
  }
  abort(): void {
    this.isAborted = true
    this.end('abort')
  }
  end(kind: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new Event(kind))
    this.dispatchEvent(new Event('loadend'))
  }
  answer(status: number, body: object): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.end('load')
  }
}
const request = (): Request => {
  if (!Request.last) throw new Error('nothing was sent')
  return Request.last
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Request)
  localStorage.setItem('authToken', 'abc')
})
afterEach(() => {
  uploads.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const onProgress = vi.fn()
const start = (signal = new AbortController().signal) =>
  upload(filesApi.upload, { params: { cardId: 7 }, query: { name: 'ata & cia.txt' }, body: new Blob(['texto']), signal, onProgress })
const problemOf = (sending: Promise<unknown>): Promise<unknown> => sending.catch((reason: unknown) => reason)

test('a file goes with the session, and says how much of it has gone', async () => {
  const sending = start()
  const { sent, upload: bytes } = request()
  expect(sent.url).toBe('POST /api/cards/7/files?name=ata+%26+cia.txt')
  expect(sent.headers).toMatchObject({ Authorization: 'Bearer abc', 'Content-Type': 'application/octet-stream' })
  bytes.dispatchEvent(new ProgressEvent('progress', { loaded: 3 }))
  expect(onProgress).toHaveBeenLastCalledWith(3)
  request().answer(200, { id: 1 })
  expect(await sending).toEqual({ id: 1 })
})

test('a refusal is a CallError with the text of the server, and no answer one of the network', async () => {
  const refused = problemOf(start())
  request().answer(413, { message: 'O arquivo é grande demais.', error: 'too_large' })
  expect(await refused).toMatchObject({ name: 'CallError', status: 413, message: 'O arquivo é grande demais.' })
  const lost = problemOf(start())
  request().end('error')
  expect(await lost).toBeInstanceOf(CallError)
  expect(await lost).toMatchObject({ id: 'network', status: 0 })
})

test('it ends when it is told to', async () => {
  const end = new AbortController()
  const sending = problemOf(start(end.signal))
  end.abort()
  expect(request().isAborted).toBe(true)
  expect(await sending).toMatchObject({ name: 'AbortError' })
})

test('what is on its way ends with the session, and nobody after it sees the names', () => {
  uploads.add(7, [{ name: 'salarios.csv', file: new Blob(['texto']) }], async () => undefined)
  expect(uploads.all()).toHaveLength(1)
  const { last } = Request
  localStorage.removeItem('authToken')
  sessionChanged()
  expect([uploads.all(), last?.isAborted]).toEqual([[], true])
})

test.each([
  [
    409,
    { message: 'Os arquivos deste quadro já ocupam todo o espaço dele.', error: 'conflict' },
    'Os arquivos deste quadro já ocupam todo o espaço dele.',
    true,
  ],
  [413, { message: 'O arquivo é grande demais.', error: 'too_large' }, 'O arquivo é grande demais.', false],
  [400, { message: 'Confira os campos.', error: 'invalid', fields: { file: 'O arquivo está vazio.' } }, 'O arquivo está vazio.', false],
])('a tile says why it was refused with %i, and offers another try where that may help', async (status, body, text, canRetry) => {
  uploads.add(7, [{ name: 'ata.txt', file: new Blob(['texto']) }], async () => undefined)
  request().answer(status, body)
  await vi.waitFor(() => expect(uploads.all()).toMatchObject([{ state: 'failed', problem: { text, canRetry } }]))
})

test('a lost connection is told as one', async () => {
  await loadTexts('files')
  uploads.add(7, [{ name: 'ata.txt', file: new Blob(['texto']) }], async () => undefined)
  request().end('error')
  const problem = { text: 'A conexão caiu e nada foi salvo.', canRetry: true }
  await vi.waitFor(() => expect(uploads.all()).toMatchObject([{ state: 'failed', problem }]))
})
