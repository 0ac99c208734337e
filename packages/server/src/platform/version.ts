import manifest from '../../package.json' with { type: 'json' }

/** The program's version, as its package says. */
export const { version } = manifest
