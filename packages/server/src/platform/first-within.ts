/**
 * The first of some rows that together weigh no more than a transaction may take. One is always among them, however heavy: it cannot be divided.
 * @param weigh what a row takes, in the unit of `most`
 */
export function firstWithin<Row>(rows: readonly Row[], most: number, weigh: (row: Row) => number): readonly Row[] {
  let sum = 0
  const end = rows.findIndex((row, index) => {
    sum += weigh(row)
    return index > 0 && sum > most
  })
  return end === -1 ? rows : rows.slice(0, end)
}
