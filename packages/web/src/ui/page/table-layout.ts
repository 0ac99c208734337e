/**
 * Where everything on a voting table goes, in pixels from the table's centre. Pure arithmetic: the same room
 * on a phone, beside an open result or on a wide screen only differs in the space it is given.
 */
export type TableShape = 'round' | 'square'

export type Place = {
  /** Centre of the card on the table. */
  card: { x: number; y: number; rotation: number }
  /** Centre of the person's tile outside the table. */
  seat: { x: number; y: number }
  /** Side of the seat where the name goes. */
  name: 'above' | 'below' | 'hidden'
  /** Widest the name may be without touching a neighbour or the table. */
  nameWidth: number
}

export type TableLayout = {
  width: number
  height: number
  /** Width of the cards on the table. */
  card: number
  /** Edge of the people's tiles. */
  avatar: number
  places: Place[]
}

type Space = {
  width: number
  height: number
  seats: number
  shape: TableShape
  /** How far from the rim the seats stand; 0 puts them on it. Default: outside. */
  seatDistance?: number
}

const nameHeight = 20
const narrowBelow = 480
const lowBelow = 400
const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high))

/** Lays out `seats` places clockwise, the first at the bottom: it is yours. */
export function layoutTable(space: Space): TableLayout {
  return space.shape === 'round' ? layoutRound(space) : layoutSquare(space)
}

function layoutRound({ width, height, seats, seatDistance }: Space): TableLayout {
  const narrow = width < narrowBelow || height < lowBelow
  const distance = seatDistance ?? (narrow ? 24 : 40)
  const avatar = narrow ? 34 : 44
  const nameWidth = narrow ? 60 : 88
  const across = seatDistance === undefined ? distance * 2 + (narrow ? 64 : 96) : avatar + 8
  const down = seatDistance === undefined ? distance * 2 + avatar + nameHeight * 2 + (narrow ? 10 : 30) : avatar + 8
  const diameter = clamp(120, Math.min(width - across, height - down), 460)
  const card = clamp(22, diameter * (narrow ? 0.135 : 0.118), 54)
  const places = Array.from({ length: seats }, (_, index): Place => {
    const angle = Math.PI / 2 + (index * 2 * Math.PI) / seats
    const onTable = diameter * (narrow ? 0.375 : 0.365)
    const outside = diameter / 2 + distance
    return {
      card: { x: Math.cos(angle) * onTable, y: Math.sin(angle) * onTable, rotation: (index * 360) / seats },
      seat: { x: Math.cos(angle) * outside, y: Math.sin(angle) * outside },
      name: Math.sin(angle) < -0.4 ? 'above' : 'below',
      nameWidth,
    }
  })
  return { width: diameter, height: diameter, card, avatar, places }
}

/** Distance of a card's centre from its edge of the square table, in card widths. */
const inset = 1.02
/** What a card of one side must keep clear at the corner for the cards of the next side, in card widths. */
const corner = inset + 0.7 + 0.5

function layoutSquare({ width, height, seats }: Space): TableLayout {
  const narrow = width < narrowBelow || height < lowBelow
  const distance = narrow ? 26 : 36
  const roomy = seats > 12
  const tableWidth = clamp(150, width - (narrow ? 132 : 180), roomy ? 660 : 420)
  const tableHeight = clamp(150, height - (narrow ? 140 : 196), narrow || roomy ? 440 : 420)
  const [bottom, left, top, right] = seatsPerSide(seats, tableWidth, tableHeight)
  const longest = { across: Math.max(bottom, top), down: Math.max(left, right) }
  const gaps = (card: number) => ({
    across: gap(tableWidth, longest.across, card),
    down: gap(tableHeight, longest.down, card),
  })
  let card = clamp(16, Math.min(tableWidth, tableHeight) * 0.115, 44)
  // Down the sides the cards need their height: after reveal they stand upright there too.
  while (card > 12 && Math.min(gaps(card).across, gaps(card).down / 1.3) < card * 1.12) card -= 1
  const { across, down } = gaps(card)

  const wanted = narrow ? 34 : 40
  const named = clamp(0, Math.min(wanted, down - nameHeight - 4, across - 6), wanted)
  const sideNames = named >= 26
  const avatar = sideNames ? named : clamp(20, Math.min(wanted, down - 5, across - 5), wanted)
  const places: Place[] = []
  const side = (index: number, count: number, offsets: number[]) => {
    const rotation = index * 90
    const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)]
    const half = (index % 2 === 0 ? tableHeight : tableWidth) / 2
    const step = index % 2 === 0 ? gap(tableWidth, count, card) : gap(tableHeight, count, card)
    for (const offset of offsets) {
      const u = offset * step
      const at = (v: number) => ({ x: u * cos - v * sin, y: u * sin + v * cos })
      places.push({
        card: { ...at(half - inset * card), rotation },
        seat: at(half + distance),
        name: index === 2 ? 'above' : index === 0 || sideNames ? 'below' : 'hidden',
        nameWidth: Math.min(narrow ? 60 : 88, index % 2 === 0 ? across - 2 : distance * 2),
      })
    }
  }
  // Clockwise from yours at the middle of the bottom edge: towards the left corner, round, and back from the right corner.
  const bottomOffsets = Array.from({ length: bottom }, (_, i) => (bottom - 1) / 2 - i)
  side(0, bottom, bottomOffsets.slice((bottom - 1) / 2))
  for (const [index, count] of [
    [1, left],
    [2, top],
    [3, right],
  ] as const) {
    side(
      index,
      count,
      Array.from({ length: count }, (_, i) => (count - 1) / 2 - i),
    )
  }
  side(0, bottom, bottomOffsets.slice(0, (bottom - 1) / 2))
  return { width: tableWidth, height: tableHeight, card, avatar, places }
}

/** Space between neighbours of one side: as in a small room, tighter when the corners would be reached. */
function gap(length: number, count: number, card: number): number {
  const relaxed = length * 0.24
  return count < 2 ? relaxed : Math.min(relaxed, (length - 2 * corner * card) / (count - 1))
}

/** Bottom, left, top, right. The bottom count is odd, so that your place is in its middle. */
function seatsPerSide(seats: number, width: number, height: number): [number, number, number, number] {
  const counts: [number, number, number, number] = [1, 0, 0, 0]
  for (let placed = 1; placed < seats; placed++) {
    const density = counts.map((count, side) => (count + 1) / (side % 2 === 0 ? width : height))
    // Opposite sides fill in turn, beginning across the table from you.
    const next = [2, 1, 3, 0].reduce((best, side) => ((density[side] ?? 0) < (density[best] ?? 0) - 1e-9 ? side : best), 2)
    counts[next] = (counts[next] ?? 0) + 1
  }
  if (counts[0] % 2 === 0) {
    const moved = counts[2] > counts[0] ? 1 : -1
    counts[0] += moved
    counts[2] -= moved
  }
  return counts
}
