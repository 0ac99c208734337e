/** Letters that invite one address, counted over all inviters, boards and the installation itself. */
export const invitationLetters = { points: 10, seconds: 24 * 3600, shared: true }
