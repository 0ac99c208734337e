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
import { findSources, type Known, listSources, noteSources } from './source-queries.ts'

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
    const { local, place } = known(field)
    if (local)
      fields[field.id] = { id: local.id, type: local.type, options: optionsHere(field, local), ...(place !== undefined && { place }) }
    else if (there.size + fresh.length < limits.boardFields) fresh.push(field)
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

/**
 * Which fields of a file are there. Earlier versions knew those of a table by the places of their columns. As columns move, one that is known so is
 * the field of a column only where both have one name. It is noted by that name then, and `place` goes on telling what was said of cards by it.
 */
async function knownFields(
  trx: Db,
  of: Source,
  wanted: readonly Field[],
  there: ReadonlyMap<number, BoardField>,
): Promise<(field: Field) => { local: BoardField | undefined; place: string | undefined }> {
  const isTable = wanted.some(({ place }) => place !== undefined)
  const known = isTable
    ? new Map((await listSources(trx, of, 'field')).map((row) => [row.source_id, row]))
    : await findSources(
        trx,
        of,
        'field',
        wanted.map(({ id }) => id),
      )
  const found = new Map<string, Known>()
  for (const { id } of wanted) {
    const row = known.get(id)
    if (row && there.has(row.local_id)) found.set(id, row)
  }
  const placed = [...known.values()].filter(({ source_id, local_id }) => isTable && /^\d+$/.test(source_id) && there.has(local_id))
  const taken = new Set([...found.values()].map(({ local_id }) => local_id))
  const adopt = (isIts: (row: Known, field: Field) => boolean): Known[] =>
    wanted.flatMap((field) => {
      if (field.place === undefined || found.has(field.id)) return []
      const isFree = (row: Known) => !taken.has(row.local_id) && normalize(there.get(row.local_id)?.name ?? '') === normalize(field.name)
      const row = placed.find((each) => isFree(each) && isIts(each, field))
      if (!row) return []
      taken.add(row.local_id)
      const adopted = { source_id: field.id, local_id: row.local_id, digest: '' }
      found.set(field.id, adopted)
      return [adopted]
    })
  // Of several columns of one name each has its own, as long as none moved.
  await noteSources(trx, of, 'field', [...adopt((row, field) => row.source_id === field.place), ...adopt(() => true)])
  return ({ id }) => {
    const row = found.get(id)
    return { local: row && there.get(row.local_id), place: placed.find(({ local_id }) => local_id === row?.local_id)?.source_id }
  }
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
