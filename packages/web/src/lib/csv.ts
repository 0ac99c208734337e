/** Opens a cell in a spreadsheet as text even where it looks like a formula: what people typed must not be run. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^-?[\d.,]+$/.test(text) ? `'${text}` : text)

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  // Spreadsheets in Brazil read a comma as the decimal mark, which is why the cells are divided by semicolons.
  const text = typeof value === 'number' ? String(value).replace('.', ',') : harmless(value)
  return /[";\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as a CSV file that a Brazilian spreadsheet opens as it is: semicolons, decimal commas, and a mark that says UTF-8. */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`
