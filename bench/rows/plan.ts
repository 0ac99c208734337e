/** How thorough a run is. */
export type Plan = {
  /** Pairs of baseline and ours; the pair in the middle counts. */
  runs: number
  seconds: number
  connections: number
  idleConnections: number
  roomOf: number
  /** Shows progress. */
  say: (line: string) => void
}
