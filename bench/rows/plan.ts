import type { CompanySize } from '../../packages/server/test/large-company.ts'

/** How thorough a run is. */
export type Plan = {
  /** Pairs of baseline and ours; the pair in the middle counts. */
  runs: number
  /** Times that a page or a server is opened, each beside a bare one; the median counts. */
  opens: number
  /** Turns of baseline and ours on servers that both stay; the median of their ratios counts. */
  turns: number
  /** Length of a turn. */
  seconds: number
  connections: number
  idleConnections: number
  roomOf: number
  /** Cards of a board that comes from another tool. */
  importCards: number
  /** A company after three years. */
  company: CompanySize
  /** Shows progress. */
  say: (line: string) => void
}
