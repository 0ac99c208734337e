/** How long a client of the tests waits before it gives up, in milliseconds. No test means anything by it: a busy machine may be slow. */
export const patienceMs = 30_000
