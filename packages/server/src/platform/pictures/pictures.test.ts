import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../../../test/files.ts'
import { createPictureTurns, type Drawing, drawWithin } from './pictures.ts'

let folder: string
let path: string
let drawing: Drawing
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rodada-pictures-'))
  path = join(folder, 'a.jpg')
  writeFileSync(path, await picture().jpeg().toBuffer())
  drawing = { into: join(folder, 'b.webp'), edge: 100, fit: 'whole', formats: ['jpeg'], maxPixels: 1_000_000 }
})
afterAll(() => rmSync(folder, { recursive: true }))

const ample = { maxMs: 20_000, maxMemory: 700_000_000 }
const draw = (bounds: Partial<typeof ample>) => drawWithin(path, drawing, { ...ample, ...bounds })

test('a picture has a bound of time and one of memory, and the program that goes beyond is ended', async () => {
  expect(await draw({})).toEqual({ width: 1200, height: 800, outcome: 'drawn' })
  const ended = { width: undefined, height: undefined, outcome: 'too costly' }
  expect(await draw({ maxMs: 1 })).toEqual(ended)
  // What the program itself takes before it sees a picture.
  expect(await draw({ maxMemory: 30_000_000 })).toEqual(ended)
})

test('only the formats that are asked for are read', async () => {
  writeFileSync(path, await picture().webp().toBuffer())
  expect(await draw({})).toEqual({ width: undefined, height: undefined, outcome: 'refused' })
})

/** Pictures that are drawn when the test says, all of them slow. @returns who began, in that order, as it goes on */
function openTurns() {
  const inTurn = createPictureTurns(0)
  const begun: string[] = []
  const draw = (name: string, address: string, userId: number) =>
    inTurn({ address, userId }, async () => {
      begun.push(name)
      // By the clock, as it is measured.
      const until = performance.now() + 5
      while (performance.now() < until) await new Promise(setImmediate)
    })
  return { begun, draw }
}
const [office, second, third] = ['192.0.2.1', '198.51.100.1', '203.0.113.1']

test('networks whose pictures take long keep nobody of another one waiting for more than one of theirs', async () => {
  const { begun, draw } = openTurns()
  await Promise.all([draw('before', office, 1), draw('before', second, 2)])
  begun.length = 0
  const flood = [1, 2, 3].flatMap(() => [draw('flood', office, 1), draw('flood', second, 2)])
  await Promise.all([...flood, draw('other', third, 3)])
  expect(begun.indexOf('other')).toBe(1)
})

test('who had hardly a picture drawn comes before the neighbours whose pictures took long', async () => {
  const { begun, draw } = openTurns()
  await Promise.all([draw('before', office, 1), draw('before', second, 2)])
  begun.length = 0
  const flood = [1, 2, 3].flatMap(() => [draw('flood', office, 1), draw('flood', second, 2)])
  await Promise.all([...flood, draw('colleague', office, 4)])
  expect(begun.indexOf('colleague')).toBe(1)
})
