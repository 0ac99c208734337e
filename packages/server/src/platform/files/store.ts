import type { Readable } from 'node:stream'

/** Some bytes of an object, the first and the last included. */
export type ByteRange = { first: number; last: number }

/** An object is not where it was put. */
export class MissingObject extends Error {}

/** Where the bytes of files are kept. An object is written once, under a name that is never given again. */
export type FileStore = {
  /** Keeps a file of this machine, and takes it away from where it was. It is whole and on the disk when this resolves. */
  put: (name: string, path: string) => Promise<void>
  /** @throws MissingObject */
  open: (name: string, range?: ByteRange) => Promise<Readable>
  /** An object that is not there is no error. */
  remove: (name: string) => Promise<void>
}
