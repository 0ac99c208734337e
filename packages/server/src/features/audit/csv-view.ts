import { spreadsheetText } from '@rodada/contract/core/spreadsheet-text'
import type { AuditEntry } from '@rodada/contract/instance/audit'

const columns = ['quando', 'o que', 'quem', 'sobre', 'detalhes', 'endereço', 'aparelho', 'vezes']

/** One field: quoted, and harmless when a spreadsheet opens it. */
const field = (value: string): string => `"${spreadsheetText(value).replaceAll('"', '""')}"`

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
