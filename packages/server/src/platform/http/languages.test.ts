import { languages } from '@rodada/contract/core/languages'
import { texts } from '@rodada/contract/texts/texts'
import { translate } from '@rodada/contract/texts/translate'
import { describe, expect, test } from 'vitest'
import { languageFromHeader } from './languages.ts'

describe('the language that a header asks for', () => {
  test.each([
    [undefined, 'pt-BR'],
    ['', 'pt-BR'],
    ['*', 'pt-BR'],
    ['fr-FR,de;q=0.9', 'pt-BR'],
    ['en-GB', 'en-US'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es-ES'],
    ['pt;q=0.2, en;q=0.8, es;q=0.5', 'en-US'],
    ['en;q=0, es', 'es-ES'],
    [`${'x'.repeat(100_000)},es`, 'pt-BR'],
    ['en;q=nada', 'en-US'],
  ])('%s', (header, language) => {
    expect(languageFromHeader(header)).toBe(language)
  })
})

test('every text has a translation of its own, and what somebody typed stays as it is', () => {
  for (const text of Object.values(texts)) {
    const [, english, spanish] = languages.map((language) => translate(text, language))
    expect([english === text, spanish === text, english === spanish], text).toEqual([false, false, false])
  }
  expect(translate('Sprint 12', 'en-US')).toBe('Sprint 12')
})
