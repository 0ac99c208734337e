/** Texts of the voting room. */
export const rooms = {} as const
