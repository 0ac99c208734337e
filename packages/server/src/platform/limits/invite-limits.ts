/** Addresses of which somebody asks, by inviting them, whether they have an account. */
export const addressesAsked = { points: 120, seconds: 3600, shared: true }

/** How many boards one person adds another to. */
export const additionsOfPerson = { points: 10, seconds: 24 * 3600, shared: true }
