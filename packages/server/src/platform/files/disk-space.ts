import { statfs } from 'node:fs/promises'

/** What is free for this process on the disk of a folder, in bytes; null when it cannot be told. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
