/** One line of the results. Numbers come with their unit, ready to be read. */
export type Row = { name: string; ours: string; baseline: string; ratio: string; goal: string; ok: boolean | undefined }

const heads = ['medida', 'Rodada', 'servidor nu', 'razão', 'meta', 'resultado']
const cells = ({ name, ours, baseline, ratio, goal, ok }: Row): string[] => [
  name,
  ours,
  baseline,
  ratio,
  goal,
  ok === undefined ? '' : ok ? 'cumprida' : 'NÃO CUMPRIDA',
]

/** The rows as a Markdown table that is also aligned in a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [heads, ...rows.map(cells)]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const line = (texts: string[]) => `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(heads), rule, ...rows.map((row) => line(cells(row)))].join('\n')
}

const number = (digits: number) => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: digits, maximumFractionDigits: digits })

export const ms = (value: number): string => `${number(value < 100 ? 1 : 0).format(value)} ms`
export const decimal = (value: number): string => number(1).format(value)
export const whole = (value: number): string => number(0).format(value)
export const times = (value: number): string => number(2).format(value)
