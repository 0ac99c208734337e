import { spreadsheetText } from '@rodada/contract/core/spreadsheet-text'
import { perLanguage } from '../../i18n/index.ts'

/** Opens a cell in a spreadsheet as text even where it looks like a formula: what people typed must not be run. */
const harmless = (text: string): string => (/^-?[\d.,]+$/.test(text) ? text : spreadsheetText(text))

/** Spreadsheets read the decimal mark of their language; where that is a comma, semicolons divide the cells. */
const marks = perLanguage((language) => {
  const decimal = new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return { decimal, divider: decimal === ',' ? ';' : ',' }
})

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  const text = typeof value === 'number' ? String(value).replace('.', marks().decimal) : harmless(value)
  return /["\n\r]/.test(text) || text.includes(marks().divider) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as a CSV file that a spreadsheet in the language shown opens as it is: its marks, and one that says UTF-8. */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(marks().divider)).join('\r\n')}\r\n`
