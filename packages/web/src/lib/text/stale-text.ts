import { CallError } from '../call/call.ts'

/** A text being edited: what it was when the editing began, and the version of what it belongs to then. */
export type Edit = { text: string; origin: string; version: number }
/** What somebody else made of the text meanwhile, on which version. */
export type Clash = { theirs: string; version: number }

/** Two people wrote the same text: only they can say which one stays. */
export class TextClash extends Error {
  readonly clash: Clash
  /** What carries the text, as it is now. */
  readonly current: unknown
  constructor(clash: Clash, current: unknown) {
    super('somebody else changed the text meanwhile')
    this.name = 'TextClash'
    this.clash = clash
    this.current = current
  }
}

export const isStale = (reason: unknown): reason is CallError =>
  reason instanceof CallError && reason.status === 409 && typeof reason.current === 'object' && reason.current !== null

/**
 * What to do with a save that came late: nothing when both wrote the same, once more on the new version when only something
 * else changed, or ask the person. `current` is the text as it is now.
 */
export function afterStaleSave({ text, origin }: Edit, current: string): 'same' | 'again' | 'ask' {
  if (current.trim() === text.trim()) return 'same'
  return current === origin ? 'again' : 'ask'
}

/**
 * Sends a text on the version that it was made on; late, it goes out again as long as nobody else touched the text.
 * `read` finds the text in what the endpoint replies.
 * @throws TextClash when somebody did.
 */
export async function sendText<Entity extends { version?: number | undefined }>(
  edit: Edit,
  send: (version: number) => Promise<Entity>,
  read: (current: Entity) => string,
): Promise<Entity> {
  try {
    return await send(edit.version)
  } catch (reason) {
    if (!isStale(reason)) throw reason
    const current = reason.current as Entity
    const next = afterStaleSave(edit, read(current))
    if (next === 'same') return current
    const { version = 0 } = current
    if (next === 'again') return sendText({ ...edit, version }, send, read)
    throw new TextClash({ theirs: read(current), version }, current)
  }
}
