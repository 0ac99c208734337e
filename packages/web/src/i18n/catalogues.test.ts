import { languages } from '@rodada/contract/core/languages'
import { expect, test } from 'vitest'
import { textsIn } from './all-texts.ts'

const placeholders = (text: string): string[] => [...new Set(text.match(/{{[^}]+}}|<\/?\w+>/g))].sort()
/** A Spanish sentence cannot begin with 'Tú' and go on in the third person, so it names who is meant. */
const moreAllowed = new Map([['activity.you', ['{{name}}']]])

test('every language has every text, with the same placeholders and none left empty', async () => {
  const original = await textsIn('pt-BR')
  expect(original.size).toBeGreaterThan(1000)
  for (const language of languages) {
    const texts = await textsIn(language)
    expect([...texts.keys()].sort()).toEqual([...original.keys()].sort())
    for (const [key, text] of texts) {
      expect(text.trim(), `${language} ${key}`).not.toBe('')
      const allowed = moreAllowed.get(key) ?? []
      expect(
        placeholders(text).filter((name) => !allowed.includes(name)),
        `${language} ${key}`,
      ).toEqual(placeholders(original.get(key) ?? ''))
    }
  }
})

test('how many there are is said by the forms of a text, not by an ending in brackets', async () => {
  for (const language of languages) {
    for (const [key, text] of await textsIn(language)) expect(text, `${language} ${key}`).not.toMatch(/\p{L}\(\p{L}+\)/u)
  }
})

test('a text is spaced at its ends as the original is, and ends as the original ends', async () => {
  const original = await textsIn('pt-BR')
  for (const language of languages) {
    for (const [key, text] of await textsIn(language)) {
      const source = original.get(key) ?? ''
      expect([text.startsWith(' '), text.endsWith(' ')], `${language} ${key}`).toEqual([source.startsWith(' '), source.endsWith(' ')])
      expect(text.endsWith('…'), `${language} ${key}`).toBe(source.endsWith('…'))
    }
  }
})
