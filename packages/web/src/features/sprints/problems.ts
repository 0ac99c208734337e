/** Why something failed, for the texts that end with the reason. */
export const detailOf = (reason: unknown): string => (reason instanceof Error ? reason.message : '')
