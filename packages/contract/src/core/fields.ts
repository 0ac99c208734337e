import { z } from 'zod'
import { boardColorHexes, boardRoles, priorities, workStatuses } from '../boards/settings.ts'
import { hoursStep } from '../sprints/settings.ts'
import { texts } from '../texts/texts.ts'
import { limits } from './limits.ts'
import { manyLinesText, oneLineText } from './plain-text.ts'
import { typedText } from './typed-text.ts'

/** The largest that an integer column of PostgreSQL holds: beyond it the database refuses the whole statement. */
export const largestInteger = 2_147_483_647

/** An id in a path or a query, where it arrives as text. Anything else is not found. */
export const Id = z.coerce.number().int().positive().max(largestInteger)
/** An id in a body. */
export const BodyId = z.int().positive().max(largestInteger)
/** Counts the changes of an entity. Sent with a change, it says which state the change was made on. */
export const Version = z.int().min(0).max(largestInteger)
/** Counts the rounds of a room, from 1. */
export const Round = z.int().positive().max(largestInteger)
export const Instant = z.iso.datetime()

/** The path of a call about something on a card. */
export const CardParams = z.object({ cardId: Id })
/** What a call answers that leaves nothing to show. */
export const Done = z.object({})

/** A title or name: one line, trimmed, not empty. */
export const title = (max: number, required: string, tooLong: string) =>
  typedText(oneLineText, max, tooLong, required).min(1, { error: required })

/** A text of several lines, possibly empty; null counts as empty. */
export const longText = (max: number, tooLong: string) =>
  z
    .string()
    .nullable()
    .transform((text) => text ?? '')
    .pipe(typedText(manyLinesText, max, tooLong))

/** A calendar date 'YYYY-MM-DD'. */
export const Day = z.iso
  .date({ error: texts.dateInvalid, abort: true })
  .refine((day) => Number(day.slice(0, 4)) >= limits.firstYear && Number(day.slice(0, 4)) <= limits.lastYear, { error: texts.dateYear })

/** A calendar date or none, which an empty text, which forms send, is too. */
export const DateOnly = z.union([z.literal('').transform(() => null), Day], { error: texts.dateInvalid }).nullable()

export const Color = z
  .string({ error: texts.colorInvalid })
  .toLowerCase()
  .pipe(z.enum(boardColorHexes as [string, ...string[]], { error: texts.colorInvalid }))

/** Decimal hours in steps of a half; null when nobody planned any. */
export const Hours = z
  .number({ error: texts.hoursInvalid })
  .min(0, { error: texts.hoursInvalid })
  .max(limits.estimate, { error: texts.hoursInvalid })
  .refine((value) => Number.isInteger(value / hoursStep), { error: texts.hoursInvalid })
  .nullable()

/** What a task's notes may be. */
export const Notes = longText(limits.cardNotes, texts.taskNotesTooLong)

export const BoardRole = z.enum(boardRoles)
export type BoardRole = z.infer<typeof BoardRole>
export const Priority = z.enum(priorities)
export type Priority = z.infer<typeof Priority>
export const WorkStatus = z.enum(workStatuses)
export type WorkStatus = z.infer<typeof WorkStatus>

/** An index from 0; beyond the end means at the end. */
export const Position = z.int().min(0).max(1_000_000)

export const Search = z.string().max(limits.search).overwrite(oneLineText)
export const PageSize = z.coerce.number().int().min(1).max(limits.pageMax).default(limits.page)

/** A person as others see them. */
export const PersonSummary = z.object({ id: z.int(), name: z.string(), avatar_url: z.string().nullable() })
export type PersonSummary = z.infer<typeof PersonSummary>

/** A record of at most so many entries, counted before any is looked at: to say what is wrong with each of twenty thousand takes a second. */
export const fewEntries = <Values extends z.ZodRecord>(values: Values, most: number, error: string) =>
  z.preprocess((given: z.input<Values>, context) => {
    if (typeof given !== 'object' || given === null || Object.keys(given).length <= most) return given
    context.addIssue({ code: 'custom', message: error })
    return z.NEVER
  }, values)
