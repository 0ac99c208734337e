import { join } from 'node:path'

/** Root folder of the repository. */
export const root = join(import.meta.dirname, '..', '..')

/** Absolute path of something in the repository. */
export const at = (...parts: string[]): string => join(root, ...parts)

/** Ignored folder for what scripts keep between runs: type information, reports, unfinished builds. */
export const cache = (...parts: string[]): string => at('.cache', ...parts)

/** Script that an installed package runs as its command, to be started with `node`. */
export const bin = (name: string): string => at('node_modules', '.bin', name)
