import { expect, test } from 'vitest'
import { layoutTable } from './table-layout.ts'

const spaces = {
  wide: { width: 720, height: 560 },
  tablet: { width: 768, height: 700 },
  phone: { width: 360, height: 480 },
}

/** Axis-aligned box of a card that is turned by quarter circles. */
const cardBox = (card: { x: number; y: number; rotation: number }, width: number) => {
  const upright = card.rotation % 180 === 0
  const [w, h] = upright ? [width, width * 1.4] : [width * 1.4, width]
  return { left: card.x - w / 2, right: card.x + w / 2, top: card.y - h / 2, bottom: card.y + h / 2 }
}

test('you sit at the bottom and the others follow clockwise', () => {
  for (const shape of ['round', 'square'] as const) {
    const { places } = layoutTable({ ...spaces.wide, shape, seats: 12 })
    expect(places).toHaveLength(12)
    const [you, next] = places
    expect(Math.round(you?.seat.x ?? 99)).toBe(0)
    expect(Math.max(...places.map(({ seat }) => seat.y))).toBeCloseTo(you?.seat.y ?? 0)
    expect(next?.seat.x).toBeLessThan(0)
    expect(places.at(-1)?.seat.x).toBeGreaterThan(0)
  }
})

test.each(Object.entries(spaces))('no two cards of a square table overlap (%s)', (_, space) => {
  for (let seats = 1; seats <= 25; seats++) {
    const { places, card } = layoutTable({ ...space, shape: 'square', seats })
    const boxes = places.map((place) => cardBox(place.card, card))
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) {
        const apart = a.right <= b.left + 0.1 || b.right <= a.left + 0.1 || a.bottom <= b.top + 0.1 || b.bottom <= a.top + 0.1
        expect(apart, `${seats} seats`).toBe(true)
      }
    })
  }
})

test.each(Object.entries(spaces))('nor do they when they have all turned upright (%s)', (_, space) => {
  for (let seats = 1; seats <= 25; seats++) {
    const { places, card } = layoutTable({ ...space, shape: 'square', seats })
    const boxes = places.map((place) => cardBox({ ...place.card, rotation: 0 }, card))
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) {
        const apart = a.right <= b.left + 0.1 || b.right <= a.left + 0.1 || a.bottom <= b.top + 0.1 || b.bottom <= a.top + 0.1
        expect(apart, `${seats} seats`).toBe(true)
      }
    })
  }
})

test.each(Object.entries(spaces))('tiles stay inside the space they were given (%s)', (_, space) => {
  for (const shape of ['round', 'square'] as const) {
    for (let seats = 1; seats <= (shape === 'round' ? 8 : 25); seats++) {
      const { places, avatar } = layoutTable({ ...space, shape, seats })
      for (const { seat } of places) {
        expect(Math.abs(seat.x) + avatar / 2).toBeLessThanOrEqual(space.width / 2)
        expect(Math.abs(seat.y) + avatar / 2).toBeLessThanOrEqual(space.height / 2)
      }
    }
  }
})
