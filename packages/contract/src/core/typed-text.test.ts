import { expect, test, vi } from 'vitest'
import { oneLineText } from './plain-text.ts'
import { typedText } from './typed-text.ts'

const problems = (schema: ReturnType<typeof typedText>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

test('a text is measured as it is stored, and one that is far too long is refused before it is looked at', () => {
  const clean = vi.fn(oneLineText)
  const schema = typedText(clean, 10, 'too long', 'no text')
  expect(schema.parse(`  dez letras${' '.repeat(500)}`)).toBe('dez letras')
  expect(problems(schema, 'onze letras')).toEqual(['too long'])
  clean.mockClear()
  expect(problems(schema, 'a'.repeat(250_000))).toEqual(['too long'])
  expect(clean).not.toHaveBeenCalled()
  expect(problems(schema, 7)).toEqual(['no text'])
})

test('what comes behind it reads the stored text', () => {
  const schema = typedText(oneLineText, 10, 'too long', 'no text').min(1, { error: 'empty' })
  expect(problems(schema, ' \u200b ')).toEqual(['empty'])
})
