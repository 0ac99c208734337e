import type { AuditEntry } from '@rodada/contract/audit'

const columns = ['quando', 'o que', 'quem', 'sobre', 'detalhes', 'endereço', 'aparelho', 'vezes']

/** What a spreadsheet would take for a formula begins with one of these; the tab and line breaks hide such a beginning. */
const formula = /^[=+\-@\t\r\n]/

/** One field: quoted, and harmless when a spreadsheet opens it. */
function field(value: string): string {
  const harmless = formula.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}

const line = (values: readonly string[]) => `${values.map(field).join(',')}\r\n`

/** The first line; the mark before it tells spreadsheets that the text is UTF-8. */
export const csvHead = (): string => `\uFEFF${line(columns)}`

export const csvLine = (entry: AuditEntry): string =>
  line([
    entry.created_at,
    entry.kind,
    entry.user?.name ?? '',
    entry.subject,
    Object.entries(entry.details)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    entry.address,
    entry.device,
    String(entry.times),
  ])
