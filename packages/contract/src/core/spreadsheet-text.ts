/**
 * Where a spreadsheet would find a formula: at the beginning, and behind whatever it may take for the end of a cell, for a file
 * divided by commas is also opened where semicolons divide. Spaces and quotes hide nothing; some take the wide signs of East Asia too.
 */
const formulas = /(^|[;,|\t\r\n])([ "]*)(?=[=+\-@＝＋－＠])/g

/** A text that no spreadsheet runs, in whatever way it divides the cells of a CSV file. */
export const spreadsheetText = (text: string): string => text.replace(formulas, "$1$2'")
