import { spreadsheetText } from '../core/spreadsheet-text.ts'
import type { RecordRound } from './record.ts'

/** What the file says in the reader's language, each divided by commas: its columns, and the words for a vote that is sure and one in doubt. */
export type RecordWords = { columns: string; confidences: string }

/** One field: quoted, and harmless when a spreadsheet opens it. */
const field = (value: string | number | null): string => `"${spreadsheetText(String(value ?? '')).replaceAll('"', '""')}"`

const line = (values: readonly (string | number | null)[]): string => `${values.map(field).join(',')}\r\n`

/** The first line; the mark before it tells spreadsheets that the text is UTF-8. */
export const recordCsvHead = ({ columns }: RecordWords): string => `\uFEFF${line(columns.split(','))}`

/** The lines of some rounds, a vote each; a round without votes has one of its own. */
export function recordCsvLines(rounds: readonly RecordRound[], { confidences }: RecordWords): string {
  const [sure = '', unsure = ''] = confidences.split(',')
  const words = { sure, unsure }
  return rounds
    .flatMap(({ round, task, votes, reasons, average, median, estimate, startedAt, revealedAt }) => {
      const numbers = typeof median === 'number' ? average : ''
      const of = [numbers, median, estimate, startedAt, revealedAt]
      const lines = votes.map(({ participantId, userName, vote, confidence }) => {
        const reason = reasons.find((one) => one.participantId === participantId)?.text ?? ''
        return line([round, task?.title ?? '', userName, vote, confidence ? words[confidence] : '', reason, ...of])
      })
      return lines.length > 0 ? lines : [line([round, task?.title ?? '', '', '', '', '', ...of])]
    })
    .join('')
}
