import { z } from 'zod'

/** What `clean` takes away may be as long as what stays, and a little more. */
const mostBefore = (max: number): number => 2 * max + 1000

/**
 * A text that people type, as `clean` leaves it to be stored, of at most `max` UTF-16 units. One that is far longer is refused before it is looked
 * at: cleaning a quarter of a megabyte takes its time, and calls that anybody may make would take it from everybody.
 * @param error what is said of something that is no text; without it what is said of any input
 */
export const typedText = (clean: (text: string) => string, max: number, tooLong: string, error?: string): z.ZodString =>
  z
    .string(error === undefined ? undefined : { error })
    .max(mostBefore(max), { error: tooLong, abort: true })
    .overwrite(clean)
    .max(max, { error: tooLong, abort: true })
