import type { Problems } from '../../lib/use-form.ts'

const load = () => import('./checks.ts')

/** Fetches what checks these forms, the heaviest part of their page, while somebody begins to fill one in. */
export const loadChecks = (): void => void load().catch(() => undefined)

/** What is wrong with a form; nothing when the check cannot be fetched, for the server checks all of it anyway. */
export const checked = (check: (checks: Awaited<ReturnType<typeof load>>) => Problems): Promise<Problems> => load().then(check, () => ({}))
