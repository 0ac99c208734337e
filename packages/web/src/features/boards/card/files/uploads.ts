import { type CardFile, filesApi } from '@rodada/contract/cards/files'
import { useSyncExternalStore } from 'react'
import { t } from '../../../../i18n/index.ts'
import { CallError } from '../../../../lib/call/call.ts'
import { hasSession, subscribeSession } from '../../../../lib/call/session.ts'
import { upload } from '../../../../lib/call/upload.ts'
import { toast } from '../../../../ui/states/feedback.tsx'
import { announce } from '../../../../ui/states/LiveRegion.tsx'
import { createUploads, isUnderWay, type Problem, type Sending, type Upload } from './upload-queue.ts'

/** The cards whose window is open: what happens to their files is seen there. */
const watched = new Set<number>()

/** The uploads of this page. One fewer at once than the server takes from a person, so that another tab has its turn. */
export const uploads = createUploads({
  send,
  explain,
  atOnce: 3,
  onArrived: ({ cardId, name }) => {
    announce(t('files:arrived', { name }))
    if (!watched.has(cardId) && !uploads.all().some((other) => other.cardId === cardId && isUnderWay(other))) toast(t('files:allArrived'))
  },
  onFailed: ({ cardId, name, problem }) => {
    if (!watched.has(cardId)) toast(t('files:notSent', { name }), { kind: 'problem', detail: problem?.text })
  },
})

// They go with the session of who chose them.
subscribeSession(() => {
  if (!hasSession() && uploads.all().length > 0) uploads.clear()
})

async function send({ file, name, cardId, signal, onProgress }: Sending): Promise<CardFile> {
  try {
    return await upload(filesApi.upload, { params: { cardId }, query: { name }, body: file, signal, onProgress })
  } catch (reason) {
    // A file that is gone from the disk, or a folder, fails as a lost connection does.
    if (reason instanceof CallError && reason.id === 'network' && !(await isReadable(file)))
      throw new CallError(t('files:unreadable'), { id: 'unreadable' })
    throw reason
  }
}

const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** Too many bytes stay too many, and an empty file empty. */
const lasting = new Set([400, 413])

function explain(reason: unknown): Problem {
  if (!(reason instanceof CallError)) return { text: t('errors.unknown'), canRetry: true }
  const text = reason.id === 'network' ? t('files:lost') : (Object.values(reason.fields)[0] ?? reason.message)
  return { text, canRetry: !lasting.has(reason.status) }
}

/** What is on its way to a card, and what failed. */
export function useUploads(cardId: number): Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.all).filter((upload) => upload.cardId === cardId)
}

/** Says that what happens to the files of a card is on screen. @returns what to call when it is no longer */
export function watchUploads(cardId: number): () => void {
  watched.add(cardId)
  return () => {
    watched.delete(cardId)
    if (uploads.all().some((upload) => upload.cardId === cardId && isUnderWay(upload))) toast(t('files:goOn'), { kind: 'info' })
  }
}
