/** Heights in rem: the head of a lane, one card with the gap below it, and what is around the cards. */
export const sizes = { head: 2.5, row: 3, around: 0.75 } as const
/** Pixels beyond the view in which lanes and cards are drawn: five cards, as in lists. */
const beyond = 240

type Rows = { isFolded: boolean; rows: number }
export type Band = { top: number; height: number }

const bodyHeight = (rows: number, rem: number): number => (Math.max(1, rows) * sizes.row + sizes.around) * rem

/** Where each lane stands, in pixels from the top of the first. */
export function layLanes(lanes: readonly Rows[], rem: number): readonly Band[] {
  let top = 0
  return lanes.map(({ isFolded, rows }) => {
    const height = sizes.head * rem + (isFolded ? 0 : bodyHeight(rows, rem))
    const band = { top, height }
    top += height
    return band
  })
}

export type View = { top: number; height: number }

/** Whether so little was scrolled that what is drawn still reaches beyond the view. */
export const isSettled = (before: View, now: View): boolean => before.height === now.height && Math.abs(before.top - now.top) < beyond / 2

export const isNear = ({ top, height }: Band, view: View): boolean =>
  top + height > view.top - beyond && top < view.top + view.height + beyond

/** The first row of a lane that is drawn, and the one behind the last. */
export function rowsInView(band: Band, view: View, rem: number): readonly [from: number, to: number] {
  const row = sizes.row * rem
  const start = band.top + sizes.head * rem
  const from = Math.max(0, Math.floor((view.top - beyond - start) / row))
  return [from, Math.max(from, Math.ceil((view.top + view.height + beyond - start) / row))]
}

/** Where among the other cards of a cell one would go that is held at this height of it. */
export const rowAt = (y: number, others: number, rem: number): number =>
  Math.min(others, Math.max(0, Math.floor((y - (sizes.around / 3) * rem) / (sizes.row * rem))))

/** Where a card stands, in pixels from the top of the first lane. */
export function bandOf(
  lanes: readonly { cells: readonly { itemIds: readonly number[] }[] }[],
  bands: readonly Band[],
  itemId: number,
  rem: number,
): Band | undefined {
  for (const [at, { cells }] of lanes.entries())
    for (const { itemIds } of cells) {
      const row = itemIds.indexOf(itemId)
      const top = bands[at]?.top
      if (row >= 0 && top !== undefined)
        return { top: top + (sizes.head + sizes.around / 3 + row * sizes.row) * rem, height: sizes.row * rem }
    }
  return undefined
}
