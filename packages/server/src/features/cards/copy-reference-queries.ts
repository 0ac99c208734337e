import type { Db } from '../../platform/database.ts'
import type { Pair } from './copy-column-queries.ts'
import { nameCopiedFiles } from './write.ts'

/** Where a text shows a file of its card: `![tela](file:42)`. */
const reference = /(\]\(file:)(\d{1,10})(?=\))/g

/** Has the covers and descriptions of copies show the copied files. Both cards have theirs already, in the same order. */
export async function copyReferences(trx: Db, pairs: readonly Pair[]): Promise<void> {
  const fromOf = new Map(pairs.map(({ from, to }) => [to, from]))
  const copies = await trx
    .selectFrom('cards')
    .select(['id', 'cover_file_id', 'description'])
    .where('id', 'in', [...fromOf.keys(), 0])
    .where((eb) => eb.or([eb('cover_file_id', 'is not', null), eb('description', 'like', '%](file:%')]))
    .execute()
  const files = new Map<number, number[]>()
  const listed = await trx
    .selectFrom('files')
    .select(['id', 'card_id'])
    .where('card_id', 'in', [...copies.flatMap(({ id }) => [id, fromOf.get(id) ?? 0]), 0])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id, card_id } of listed) {
    const of = files.get(card_id)
    if (of) of.push(id)
    else files.set(card_id, [id])
  }
  for (const { id, cover_file_id, description } of copies) {
    const own = files.get(id) ?? []
    const copied = new Map((files.get(fromOf.get(id) ?? 0) ?? []).map((file, index) => [file, own[index]]))
    const text = description.replace(reference, (_, before: string, file: string) => `${before}${copied.get(Number(file)) ?? file}`)
    const cover = cover_file_id === null ? null : (copied.get(cover_file_id) ?? null)
    await nameCopiedFiles(trx, id, { description: text, cover_file_id: cover })
  }
}
