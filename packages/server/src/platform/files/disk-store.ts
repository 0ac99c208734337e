import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, MissingObject } from './store.ts'

/** Where an object is below the folder. Few enough are in one folder for every file system. */
export const placeOf = (folder: string, name: string): string => join(folder, name.slice(0, 2), name)

/** Keeps objects in a folder of this machine, or one that several machines share. */
export function createDiskStore(folder: string): FileStore {
  return {
    put: async (name, path) => {
      const place = placeOf(folder, name)
      const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await rename(path, place)
      // The new name is in the folder, which has to reach the disk as the bytes did.
      await flushFolder(dirname(place))
      if (made !== undefined) await flushFolder(folder)
    },
    open: async (name, range) => {
      const handle = await open(placeOf(folder, name)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new MissingObject(name) : error
      })
      return handle.createReadStream(range && { start: range.first, end: range.last })
    },
    remove: (name) => rm(placeOf(folder, name), { force: true }),
  }
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
