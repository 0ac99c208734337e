import { describe, expect, it } from 'vitest'
import { mentionsIn } from './mentions.ts'

const people = ['Ana Luísa', 'Ana Clara Reis', 'João Rui', 'Bia', 'Bia'].map((name, id) => ({ id, name }))
const called = (text: string) => mentionsIn(text, people).map(({ ids, start, end }) => [text.slice(start, end), ...ids])

describe('who is called by a text', () => {
  it('is named whole, or by a first name that only one has, without accents or capitals', () => {
    expect(called('Com @João Rui e @joao, e @ANA LUISA.')).toEqual([
      ['@João Rui', 2],
      ['@joao', 2],
      ['@ANA LUISA', 0],
    ])
  })

  it('is nobody by a first name of two, by a name that goes on or in an address', () => {
    for (const text of ['@Ana', '@Joãozinho', 'oi@bia.com', 'sem sinal', '@']) expect(called(text)).toEqual([])
  })

  it('is everybody of the same name, and the longest name that fits', () => {
    expect(called('@Bia')).toEqual([['@Bia', 3, 4]])
    expect(called('@Ana Clara Reis, já')).toEqual([['@Ana Clara Reis', 1]])
  })

  it('is found where it stands, also behind letters that fold to another length', () => {
    const text = 'e\u0301 İ ﬁ @Bia\u0301'
    expect(called(text)).toEqual([['@Bia\u0301', 3, 4]])
  })
})
