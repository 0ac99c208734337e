import { statfs } from 'node:fs/promises'
import { texts } from '@rodada/contract/texts/texts'
import { AppError } from '../http/errors.ts'

/** What is free for this process on the disk of a folder, in bytes; null when it cannot be told. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** The disk on which files are kept. Some of its room stays free: people who upload would fill that of the database, and nobody could write or sign in. */
export type DiskSpace = {
  /** Whether so many bytes fit now. True where it cannot be told. */
  hasRoom: (bytes: number) => Promise<boolean>
  /** @throws AppError 507 when so many bytes do not fit now */
  requireRoom: (bytes: number) => Promise<void>
  /**
   * Bytes as they arrive, as long as there is room. What somebody says that they will send takes none: a few who say much and send nothing would
   * keep everybody else's files out. @throws AppError 507
   */
  whileRoom: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

/** When so much has arrived, of one person or of many, the disk is looked at again. */
const lookEveryBytes = 4 * 1024 * 1024

/** @param keptFree bytes */
export function createDiskSpace({ dir, keptFree }: { dir: string; keptFree: number }): DiskSpace {
  let arrived = 0
  const hasRoom = async (bytes: number) => {
    const free = await freeBytes(dir)
    return free === null || free - bytes >= keptFree
  }
  const requireRoom = async (bytes: number) => {
    if (!(await hasRoom(bytes))) throw new AppError('storage_full', texts.storageFull)
  }
  return {
    hasRoom,
    requireRoom,
    whileRoom: async function* (body) {
      for await (const piece of body) {
        arrived += piece.length
        if (arrived >= lookEveryBytes) {
          arrived = 0
          await requireRoom(0)
        }
        yield piece
      }
    },
  }
}
