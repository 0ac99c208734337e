import type { Db } from '../database.ts'
import type { IsStopping } from '../jobs.ts'

export type Mail = { to: string; subject: string; html: string; text: string; headers?: Record<string, string> }

/** Writes an email when it goes out; undefined when it has no recipient any more. */
export type WriteMail<Data> = (data: Data) => Promise<Mail | undefined>

export type Outbox = {
  /** Whether the installation can send mail. */
  enabled: boolean
  /** How emails of a kind are written. Call once a kind, before the first delivery. @returns puts one into the outbox */
  register: <Data extends object>(kind: string, write: WriteMail<Data>) => (trx: Db, data: Data) => Promise<void>
  /** Job: sends what is due. Any number of processes may run it; each email is taken by one of them. */
  deliver: (isStopping?: IsStopping) => Promise<void>
}
