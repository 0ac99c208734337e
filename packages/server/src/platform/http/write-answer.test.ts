import { expect, test } from 'vitest'
import { z } from 'zod'
import { writeAnswer } from './write-answer.ts'

const Card = z.object({ id: z.int(), title: z.string(), note: z.string().optional(), labels: z.array(z.int()) })
const List = z.object({ name: z.string(), cards: z.array(Card), cursor: z.string().nullable() })
const Board = z.object({ title: z.string(), lists: z.array(List), people: z.array(z.string()).optional(), at: z.int().default(1) })

const cards = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, id) => ({ id, title: `Cartão "${id}"`, labels: [id], secret: 'x', ...more }))

test.each([
  ['a short list', z.array(Card), cards(3)],
  ['an empty list', z.array(Card), []],
  ['a long list', z.array(Card), cards(151)],
  ['one more than is written at once', z.array(Card), cards(51)],
  [
    'lists in a list',
    Board,
    {
      title: 'A',
      lists: [
        { name: 'a', cards: cards(120), cursor: null, secret: 1 },
        { name: 'b', cards: [], cursor: 'c' },
      ],
    },
  ],
  [
    'an object in an object',
    z.object({ data: Board }),
    { data: { title: 'A', lists: [{ name: 'a', cards: cards(60), cursor: null }], secret: 1 } },
  ],
  [
    'a long list in each item of a long one',
    z.array(List),
    Array.from({ length: 60 }, () => ({ name: 'a', cards: cards(60), cursor: null })),
  ],
  ['what is checked as a whole', z.object({ all: z.array(Card) }).refine(({ all }) => all.length === 60), { all: cards(60) }],
  ['something else than an object', z.object({ all: z.array(Card) }).transform(({ all }) => all.length), { all: cards(60) }],
] as const)('%s is written as its schema says', async (_, schema, value) => {
  expect(await writeAnswer(schema, value)).toBe(JSON.stringify(schema.parse(value)))
})

test('an item that its schema does not know is an error, wherever it stands', async () => {
  const broken = [...cards(70), { id: 'x', title: 'a', labels: [] }]
  await expect(writeAnswer(z.array(Card), broken)).rejects.toThrow('expected number')
  await expect(writeAnswer(z.object({ all: z.array(Card) }), { all: broken })).rejects.toThrow('expected number')
  await expect(writeAnswer(z.object({ all: z.array(Card), title: z.string() }), { all: cards(70) })).rejects.toThrow('expected string')
})

test('everybody else has their turn while a long one is written', async () => {
  let turns = 0
  let isOver = false
  const look = () => {
    turns += 1
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const text = await writeAnswer(z.array(Card), cards(30_000))
  isOver = true
  expect(text.length).toBeGreaterThan(1_000_000)
  expect(turns).toBeGreaterThan(1)
})
