/** For the keys of the board and for what is chosen, the days are one column and what has no date is another. */
export const calendarColumn = -1
export const trayColumn = -2
