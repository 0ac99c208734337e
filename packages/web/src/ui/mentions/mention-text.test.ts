import { describe, expect, it } from 'vitest'
import { matching, spokenAt } from './mention-text.ts'

const at = (text: string) => spokenAt(text, text.length)
const people = ['Ana Luísa', 'João Rui', 'Jonas', 'Júlia'].map((name) => ({ name }))
const names = (wanted: string) => matching(people, wanted).map(({ name }) => name)

describe('the name that is being typed', () => {
  it('begins behind an @ and goes to the caret', () => {
    expect(at('Confere, @jo')).toEqual({ start: 9, wanted: 'jo' })
    expect(at('@')).toEqual({ start: 0, wanted: '' })
    expect(spokenAt('@jo e mais', 3)).toEqual({ start: 0, wanted: 'jo' })
  })

  it('is none in an email address, in another line or without an @', () => {
    for (const text of ['ana@exemplo', '@jo\nsegue', 'jo', '@@', '@ jo']) expect(at(text)).toBeNull()
  })
})

describe('who is meant', () => {
  it('begins so, in any part of the name, without accents or capitals', () => {
    expect(names('J')).toEqual(['João Rui', 'Jonas', 'Júlia'])
    expect(names('jul')).toEqual(['Júlia'])
    expect(names('rui')).toEqual(['João Rui'])
    expect(names('ana lu')).toEqual(['Ana Luísa'])
    expect(names('')).toHaveLength(4)
  })

  it('is nobody once the name is whole and the text goes on', () => {
    expect(names('Jonas ')).toEqual([])
    expect(names('Ana ')).toEqual(['Ana Luísa'])
    expect(names('Jonas vem')).toEqual([])
  })
})
