import { texts } from '@rodada/contract/texts/texts'
import { type Deps, instant } from '../../../platform/deps.ts'
import { invalid } from '../../../platform/http/errors.ts'
import type { Work } from '../../../platform/work.ts'
import type { BoardRow } from '../../boards/queries.ts'
import type { CardRow } from '../queries.ts'
import { touchCard, updateCard } from '../write.ts'
import { namesOf } from './blob-queries.ts'
import { addFile, findFile, requireRoomForFile, setFileDeleted } from './queries.ts'
import { adopt, removeObjects, type Stored, store } from './upload.ts'

/*
 * Files that come from elsewhere, and no person's browser sends. Bytes are kept first, and are those of a card in the transaction that says so.
 */

type Storage = Pick<Deps, 'db' | 'files' | 'log'>

export type { Stored } from './upload.ts'

/**
 * Reads bytes to their end and puts them into the store, with a preview where it is a picture. Nothing stays when it fails.
 * @throws TooManyBytes, AppError 400 when there are none, 503, 507, and what reading throws
 */
export async function keepBytes(deps: Storage, body: AsyncIterable<Uint8Array>, maxBytes: number, userId: number): Promise<Stored> {
  const { arrivals } = deps.files
  const arrived = await arrivals.receive(body, maxBytes)
  if (arrived.size > 0) return store(deps, arrived, { address: `files of ${userId}`, userId })
  await arrivals.discard(arrived.path)
  throw invalid({ file: texts.fileEmpty })
}

/** Gives kept bytes to a card. @returns its id, and objects to be let go of after the commit @throws AppError 409 without room */
export async function addKept(
  { trx }: Work,
  card: CardRow,
  stored: Stored,
  { boardMaxBytes, ...file }: { name: string; user_id: number | null; created_at: string; boardMaxBytes: number },
): Promise<{ id: number; spare: string[] }> {
  await requireRoomForFile(trx, card, stored.size, boardMaxBytes)
  const spare = await adopt(trx, stored)
  return { id: await addFile(trx, { board_id: card.board_id, card_id: card.id, sha256: stored.sha256, ...file }), spare }
}

/** The objects of kept bytes that no card has, to be let go of. */
export const objectsOf = ({ blob }: Stored): string[] => (blob ? namesOf(blob) : [])
export const dropObjects = removeObjects

/** Takes a file off a card, as if somebody removed it. @returns whether it was there */
export async function takeFileOff(work: Work, board: BoardRow, card: CardRow, fileId: number): Promise<boolean> {
  const { trx } = work
  if (!(await findFile(trx, card.id, fileId))) return false
  await setFileDeleted(trx, fileId, instant())
  if (card.cover_file_id === fileId) await updateCard(work, board, card, { cover_file_id: null }, { follows: true })
  await touchCard(work, board, card.id)
  return true
}
