import { describe, expect, test } from 'vitest'
import { labelStep, pathOf, ruleOf } from './chart-scale.ts'

describe('the rule beside a chart', () => {
  test.each([
    [42, [0, 15, 30, 45]],
    [45, [0, 15, 30, 45]],
    [36, [0, 15, 30, 45]],
    [3, [0, 1, 2, 3]],
    [4, [0, 2, 4]],
    [1, [0, 1]],
    [1000, [0, 400, 800, 1200]],
  ])('up to %d', (highest, ticks) => {
    expect(ruleOf(highest).ticks).toEqual(ticks)
  })

  test('reaches what it has to show, whatever that is, in few steps', () => {
    for (let highest = 0.5; highest < 3000; highest += 0.5) {
      const { max, ticks } = ruleOf(highest)
      expect(max).toBeGreaterThanOrEqual(highest)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)).toBeCloseTo(max)
    }
  })

  test('of nothing is still a rule', () => {
    expect(ruleOf(0)).toEqual({ max: 1, ticks: [0, 1] })
    expect(ruleOf(Number.NaN)).toEqual({ max: 1, ticks: [0, 1] })
  })
})

test('labels that would touch are skipped', () => {
  expect(labelStep(12, 600, 34)).toBe(1)
  expect(labelStep(12, 250, 34)).toBe(2)
  expect(labelStep(60, 250, 34)).toBe(9)
  expect(labelStep(5, 0, 34)).toBe(5)
})

test('a path goes through its points', () => {
  expect(pathOf([])).toBe('')
  expect(
    pathOf([
      { x: 0, y: 1.04 },
      { x: 10, y: 2 },
    ]),
  ).toBe('M0.0 1.0L10.0 2.0')
})
