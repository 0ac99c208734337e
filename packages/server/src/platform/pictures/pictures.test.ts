import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../../../test/files.ts'
import { type Drawing, drawWithin } from './pictures.ts'

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
