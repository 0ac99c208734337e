/** Grounds of the board palette, each with two figures that keep 3:1 on it. */
const palettes = [
  { ground: '#0a6379', figures: ['#9cd0e2', '#fed7ba'] },
  { ground: '#266fb8', figures: ['#c3e4ef', '#f8e6a9'] },
  { ground: '#2a7d48', figures: ['#c1eacd', '#f6d471'] },
  { ground: '#954886', figures: ['#fed7ba', '#fdd1d0'] },
  { ground: '#ba5314', figures: ['#fed7ba', '#fbf2d3'] },
  { ground: '#c33438', figures: ['#fdd1d0', '#fed7ba'] },
  { ground: '#02313e', figures: ['#71b9d1', '#f67c31'] },
  { ground: '#f1c338', figures: ['#86370c', '#02313e'] },
  { ground: '#c3e4ef', figures: ['#0a6379', '#c33438'] },
] as const

export type Tile = { ground: string; quarters: { x: number; y: number; turn: number; fill: string }[] }

/** FNV-1a with a final mix: near names ('Ana 1', 'Ana 2') must not look alike. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const unit of text) value = Math.imul(value ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}

/** The tile of a name: four quarter circles, turned and coloured by its hash. The same name always gets the same tile. */
export function fallbackTile(name: string): Tile {
  let bits = hash(name.trim().toLowerCase())
  const take = (count: number): number => {
    const value = bits % count
    bits = Math.floor(bits / count)
    return value
  }
  const palette = palettes[take(palettes.length)] ?? palettes[0]
  const quarters = [0, 1, 2, 3].map((corner) => ({
    x: (corner % 2) * 20,
    y: Math.floor(corner / 2) * 20,
    turn: take(4) * 90,
    fill: palette.figures[take(2)] ?? palette.figures[0],
  }))
  return { ground: palette.ground, quarters }
}

/** 'Ana Luísa Prado' → 'AP': the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
