import { createListeners } from '../../../../lib/listeners.ts'

/** One file on its way to a card. */
export type Upload = {
  /** Of this page alone. */
  id: number
  cardId: number
  name: string
  /** Bytes. */
  size: number
  state: 'waiting' | 'sending' | 'failed'
  /** Bytes that have gone. */
  sent: number
  /** null until it can be told. */
  secondsLeft: number | null
  problem: Problem | null
}
/** `canRetry`: whether another try may end better. */
export type Problem = { text: string; canRetry: boolean }
export type Arriving<Stored = unknown> = {
  file: Blob
  name: string
  onStored?: (stored: Stored) => void
  /** It will not arrive, unless somebody tries again; null when somebody ended it. */
  onLost?: (problem: Problem | null) => void
}
export type Sending = { file: Blob; name: string; cardId: number; signal: AbortSignal; onProgress: (sent: number) => void }

type Options<Stored> = {
  send: (sending: Sending) => Promise<Stored>
  explain: (reason: unknown) => Problem
  /** How many go at once. */
  atOnce: number
  /** Called when one has arrived and its tile is gone. */
  onArrived: (upload: Upload) => void
  onFailed: (upload: Upload) => void
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number
}
type Job<Stored> = Omit<Arriving<Stored>, 'name'> & { show: () => Promise<unknown>; end?: AbortController }

/** How often a tile is drawn again at most, in milliseconds. */
const drawnEveryMs = 200
/** Before that, the speed says little. */
const measuredMs = 1000

/** Files on their way, in the order in which they were given. They belong to the page and not to the window in which they were chosen. */
export function createUploads<Stored>({ send, explain, atOnce, onArrived, onFailed, now = () => performance.now() }: Options<Stored>) {
  const { subscribe, tell } = createListeners()
  const jobs = new Map<number, Job<Stored>>()
  let uploads: readonly Upload[] = []
  let lastId = 0

  const set = (next: readonly Upload[]): void => {
    uploads = next
    // A page that is left takes with it what has not arrived. What failed waits for nothing.
    if (uploads.some(isUnderWay)) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
    tell()
  }
  const patch = (id: number, fields: Partial<Upload>): void =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)))
  const forget = (id: number): void => {
    jobs.delete(id)
    set(uploads.filter((upload) => upload.id !== id))
  }

  const run = async ({ id, cardId, name, size }: Upload, job: Job<Stored>): Promise<void> => {
    const end = new AbortController()
    job.end = end
    const startedAt = now()
    let drawnAt = startedAt
    patch(id, { state: 'sending', sent: 0, secondsLeft: null, problem: null })
    const onProgress = (sent: number): void => {
      const at = now()
      if (end.signal.aborted || (at - drawnAt < drawnEveryMs && sent < size)) return
      drawnAt = at
      patch(id, { sent, secondsLeft: secondsLeft(sent, size, at - startedAt) })
    }
    const sending = send({ file: job.file, name, cardId, signal: end.signal, onProgress })
    const problem = await sending.then((stored) => {
      if (!end.signal.aborted) job.onStored?.(stored)
      return null
    }, explain)
    // Cancelled meanwhile: nobody waits for the answer.
    if (end.signal.aborted) return
    if (problem) {
      patch(id, { state: 'failed', problem })
      // Whatever waits for it waits no longer: another try is only a file of the card.
      job.onLost?.(problem)
      jobs.set(id, { file: job.file, show: job.show })
      const failed = uploads.find((upload) => upload.id === id)
      if (failed) onFailed(failed)
    } else {
      // The tile stays until the file stands in its place.
      await job.show().catch(() => undefined)
      const arrived = uploads.find((upload) => upload.id === id)
      if (!arrived) return
      forget(id)
      onArrived(arrived)
    }
    next()
  }
  const next = (): void => {
    const free = atOnce - uploads.filter(({ state }) => state === 'sending').length
    for (const upload of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
      const job = jobs.get(upload.id)
      if (job) void run(upload, job)
    }
  }
  const cancel = (id: number): void => {
    const job = jobs.get(id)
    job?.end?.abort()
    job?.onLost?.(null)
    forget(id)
    next()
  }

  return {
    subscribe,
    all: (): readonly Upload[] => uploads,
    /** @param show shows the file that has arrived; its tile stays until that is done */
    add: (cardId: number, files: readonly Arriving<Stored>[], show: () => Promise<unknown>): void => {
      const added = files.map(({ name, ...arriving }): Upload => {
        lastId += 1
        jobs.set(lastId, { ...arriving, show })
        return { id: lastId, cardId, name, size: arriving.file.size, state: 'waiting', sent: 0, secondsLeft: null, problem: null }
      })
      set([...uploads, ...added])
      next()
    },
    retry: (id: number): void => {
      patch(id, { state: 'waiting', sent: 0, secondsLeft: null, problem: null })
      next()
    },
    /** Ends one, or takes away one that failed. */
    cancel,
    /** For the end of a session: what another person has chosen is nobody's business. */
    clear: (): void => {
      for (const { end } of jobs.values()) end?.abort()
      jobs.clear()
      set([])
    },
  }
}

export const isUnderWay = ({ state }: Upload): boolean => state !== 'failed'

/** @returns null until the speed can be told, and when everything has gone */
function secondsLeft(sent: number, size: number, elapsedMs: number): number | null {
  if (elapsedMs < measuredMs || sent === 0 || sent >= size) return null
  return Math.max(1, Math.ceil(((size - sent) * elapsedMs) / sent / 1000))
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
