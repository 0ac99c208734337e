import { expect, test } from 'vitest'

const styles = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true })
/** What would keep its size when a person asks the browser for larger text. */
const fixedText = /(?:font-size|line-height|font|--ui|--row)\s*:[^;}]*\dpx|@(?:media|container)[^{]*\dpx/g

test('the check notices a text of a fixed size', () => {
  expect('.a { font-size: 13px }'.match(fixedText)).toHaveLength(1)
  expect('@media (max-width: 760px) {'.match(fixedText)).toHaveLength(1)
  expect('.a { font-size: 0.8125rem; border: 1px solid }'.match(fixedText)).toBeNull()
})

test('texts, and the widths at which the layout changes, follow the text size of the browser', () => {
  const sheets = Object.entries(styles)
  expect(sheets.length).toBeGreaterThan(100)
  expect(sheets.flatMap(([path, text]) => (text.match(fixedText) ?? []).map((found) => `${path}: ${found}`))).toEqual([])
})
