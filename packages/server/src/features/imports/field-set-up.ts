import type { BoardField } from '@rodada/contract/boards/fields'
import { boardColors, defaultBoardColor } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import type { Db } from '../../platform/database.ts'
import { normalize } from '../../platform/normalize.ts'
import { addFields, listFields } from '../boards/fields/queries.ts'
import type { BundleHead } from './bundle-model.ts'
import type { LeftOut } from './model.ts'
import type { Choices, Maps } from './queries.ts'
import { idOf } from './reading/clean.ts'
import { type Known, listSources, noteSources } from './source-queries.ts'

type Field = BundleHead['fields'][number]
type Source = { board_id: number; source: string }

/** The colour of a name, or one by turns. */
export const colorOf = (name: string | undefined, index: number): string => {
  const hexes = Object.values(boardColors)
  return (Object.entries(boardColors).find(([known, hex]) => known === name || hex === name)?.[1] ??
    hexes[index % hexes.length] ??
    defaultBoardColor) as string
}

/**
 * Gives a board the fields of a file that it does not have yet, without those that are left out. One that is there keeps its type and its options.
 * @returns what is which here, which ones are new, and what did not fit
 */
export async function makeFields(
  trx: Db,
  of: Source,
  head: BundleHead,
  choices: Choices,
): Promise<{ fields: Maps['fields']; added: { id: number; source_id: string }[]; left_out: LeftOut[] }> {
  const wanted = head.fields.filter(({ id }) => choices.fields?.[id] !== 'none')
  const there = new Map((await listFields(trx, of.board_id)).map((field) => [field.id, field]))
  const known = await knownFields(trx, of, wanted, there)
  const [fields, fresh, left_out]: [Maps['fields'], Field[], LeftOut[]] = [{}, [], []]
  for (const field of wanted) {
    const here = known.get(field.id)
    if (here) {
      const { local, place } = here
      fields[field.id] = { id: local.id, type: local.type, options: optionsHere(field, local), ...(place !== undefined && { place }) }
    } else if (there.size + fresh.length < limits.boardFields) fresh.push(field)
    else left_out.push({ kind: 'fields_surplus', count: 1, subjects: [field.name] })
  }
  const made = await addFields(
    trx,
    of.board_id,
    fresh.map(({ name, type, on_card = false, options }) => ({
      ...{ name, type, on_card },
      options: options.map((option, index) => ({ name: option.name, color: colorOf(option.color, index) })),
    })),
  )
  const added = fresh.flatMap((field, at) => {
    const here = made[at]
    if (!here) return []
    fields[field.id] = { id: here.id, type: here.type, options: optionsOf(field, (_, index) => here.options[index]?.id) }
    return [{ id: here.id, source_id: field.id }]
  })
  return { fields, added, left_out }
}

/** A field that is there, and the place by which an earlier version knew it. */
type Present = { local: BoardField; place: string | undefined }

/**
 * Which fields of a file are there, by their ids in it. Earlier versions knew those of a table by the places of their columns. As columns move, one
 * that is known so is the field of a column only where both have one name. It is noted by that name then, and `place` goes on telling what was said of
 * cards by it.
 */
async function knownFields(
  trx: Db,
  of: Source,
  wanted: readonly Field[],
  there: ReadonlyMap<number, BoardField>,
): Promise<Map<string, Present>> {
  const isTable = wanted.some(({ place }) => place !== undefined)
  const ids = wanted.map(({ id }) => id)
  const known = await listSources(trx, of, 'field')
  const places = new Map(known.flatMap(({ source_id, local_id }) => (isTable && /^\d+$/.test(source_id) ? [[local_id, source_id]] : [])))
  const found = new Map<string, Present>()
  for (const { source_id, local_id } of known) {
    const local = there.get(local_id)
    if (local && ids.includes(source_id)) found.set(source_id, { local, place: places.get(local_id) })
  }
  const free = new Map([...there].filter(([id]) => places.has(id)))
  for (const { local } of found.values()) free.delete(local.id)
  const adopted: Known[] = []
  const adopt = (field: Field, isIts: (local: BoardField) => boolean) => {
    if (field.place === undefined || found.has(field.id)) return
    const local = [...free.values()].find((each) => normalize(each.name) === normalize(field.name) && isIts(each))
    if (!local) return
    free.delete(local.id)
    found.set(field.id, { local, place: places.get(local.id) })
    adopted.push({ source_id: field.id, local_id: local.id, digest: '' })
  }
  // Of several columns of one name each has its own, as long as none moved.
  for (const field of wanted) adopt(field, ({ id }) => places.get(id) === field.place)
  for (const field of wanted) adopt(field, () => true)
  await noteSources(trx, of, 'field', adopted)
  return found
}

/**
 * Which option of a file is which of a field that was there, by the names: an option that is new there is left out. Where the file gives the field
 * another type, what it says there is looked up by the names themselves.
 */
function optionsHere(field: Field, local: BoardField): Record<string, number> {
  if (field.type !== 'choice') return Object.fromEntries(local.options.map(({ id, name }) => [idOf(name), id]))
  const byName = new Map(local.options.map(({ id, name }) => [name, id]))
  return optionsOf(field, ({ name }) => byName.get(name))
}

/** Which option of a file is which here. */
function optionsOf(
  { options }: Field,
  find: (option: Field['options'][number], index: number) => number | undefined,
): Record<string, number> {
  return Object.fromEntries(
    options.flatMap((option, index) => {
      const id = find(option, index)
      return id === undefined ? [] : [[option.id, id] as const]
    }),
  )
}
