import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Day, Done, fewEntries, Id, Instant, Priority, title } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { typedText } from '../core/typed-text.ts'
import { texts } from '../texts/texts.ts'
import { conditionSize, isFieldNumber } from './field-conditions.ts'
import { cardStates, dayFilters, dueFilters } from './settings.ts'

const error = texts.filterInvalid
const some = <Part extends z.ZodType>(part: Part) => z.array(part, { error }).max(limits.filterParts, { error: texts.filterTooLong })

/** What else stands there would be kept as long as it is, and be read with each look at the board. */
const FieldId = z.string().regex(/^[1-9]\d{0,9}$/)

const plain = (most: number) => typedText(oneLineText, most, texts.filterTooLong, error)
const bound = z.number({ error: texts.fieldNumberInvalid }).refine(isFieldNumber, { error: texts.fieldNumberInvalid })

/**
 * What a value of a field must be: a text with `has` in it, a number from `min` up to `max`, a date from `from` up to `to`, or a date that
 * stands so to today. Any of these is enough.
 */
const Condition = z.object(
  {
    has: plain(limits.search).min(1, { error }).optional(),
    min: bound.optional(),
    max: bound.optional(),
    from: Day.optional(),
    to: Day.optional(),
    when: some(z.enum(dayFilters, { error })).optional(),
  },
  { error },
)

/**
 * Which cards of a board are shown. Within a group any match counts, between groups all must; an empty group lets everything through. Of
 * `people`, null is nobody and 'me' the viewer; of `fields`, by their ids, true is any value and null none. A field is one group with what
 * `conditions` asks of it.
 */
export const CardFilter = z.object(
  {
    text: plain(limits.search).default(''),
    people: some(z.union([BodyId, z.literal('me'), z.null()], { error })).default([]),
    labels: some(BodyId).default([]),
    priorities: some(Priority).default([]),
    due: some(z.enum(dueFilters, { error })).default([]),
    /** By the day on which work is to begin: 'late' is what should have begun and waits. */
    start: some(z.enum(dueFilters, { error })).default([]),
    fields: fewEntries(
      z.record(FieldId, some(z.union([BodyId, z.literal(true), z.null()], { error })), { error }),
      limits.boardFields,
      texts.filterTooLong,
    ).default({}),
    conditions: fewEntries(z.record(FieldId, Condition, { error }), limits.boardFields, texts.filterTooLong).default({}),
    /** Only cards that wait for another one, that nobody moved for long, that come again, that have files, that have no estimate. */
    ...(Object.fromEntries(cardStates.map((state) => [state, z.boolean({ error }).default(false)])) as Record<
      (typeof cardStates)[number],
      z.ZodDefault<z.ZodBoolean>
    >),
  },
  { error },
)
export type CardFilter = z.infer<typeof CardFilter>

/** A filter that somebody saves. All that are kept of a board are read at once, so that one of very many parts would cost everybody. */
const NewFilter = CardFilter.refine(
  ({ people, labels, priorities, due, start, fields, conditions }) =>
    [people, labels, priorities, due, start, ...Object.values(fields)].reduce((sum, { length }) => sum + length, 0) +
      Object.values(conditions).reduce((sum, condition) => sum + conditionSize(condition), 0) <=
    limits.filterPartsInAll,
  { error: texts.filterTooLong },
)

/** A filter that somebody keeps, for themselves or (`shared`) for the whole board, without what its board no longer has. */
export const SavedFilter = z.object({
  id: z.int(),
  board_id: z.int(),
  name: z.string(),
  shared: z.boolean(),
  filter: CardFilter,
  created_at: Instant,
})
export type SavedFilter = z.infer<typeof SavedFilter>

const name = title(limits.filterName, texts.filterNameRequired, texts.filterNameTooLong)
const BoardParams = z.object({ boardId: Id })
const FilterParams = BoardParams.extend({ filterId: Id })

/** Filters of a board's cards that people keep. */
export const savedFiltersApi = {
  list: {
    method: 'GET',
    url: '/boards/:boardId/filters',
    access: 'session',
    summary: 'Os filtros salvos do quadro e os seus, por nome',
    params: BoardParams,
    reply: z.array(SavedFilter),
  },
  add: {
    method: 'POST',
    url: '/boards/:boardId/filters',
    access: 'session',
    summary: 'Salva um filtro: para si, quem vê o quadro; para o quadro (`shared`), quem escreve nele',
    params: BoardParams,
    body: z.object({ name, filter: NewFilter, shared: z.boolean().default(false) }),
    reply: SavedFilter,
  },
  update: {
    method: 'PUT',
    url: '/boards/:boardId/filters/:filterId',
    access: 'session',
    summary: 'Muda o nome de um filtro salvo, ou o que ele mostra',
    params: FilterParams,
    body: z.object({ name: name.optional(), filter: NewFilter.optional() }),
    reply: SavedFilter,
  },
  remove: {
    method: 'DELETE',
    url: '/boards/:boardId/filters/:filterId',
    access: 'session',
    summary: 'Exclui um filtro salvo',
    params: FilterParams,
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
