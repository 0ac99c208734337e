import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyPrefix, keysIn, keyText, parseKey, prefixOf } from './keys.ts'

test.each([
  ['Pagamentos', 'PAG'],
  ['Operação São João', 'OPE'],
  ['Ação', 'ACA'],
  ['42 anos', 'ANO'],
  ['TI', 'TI'],
  ['A', 'QUA'],
  ['2026', 'QUA'],
  ['日本語', 'QUA'],
])('the prefix of %s is %s', (title, prefix) => {
  expect(prefixOf(title)).toBe(prefix)
})

test.each([
  ['PAG-42', 'PAG-42'],
  [' pag-42 ', 'PAG-42'],
  ['PAG-0', null],
  ['PAG-042', null],
  ['PAG42', null],
  ['P-4', null],
  ['PAGAMEN-4', null],
  ['PAG-1234567890', null],
  ['PAG-4 e mais', null],
  ['ÇÃO-4', null],
])('%s as a key', (text, key) => {
  const parsed = parseKey(text)
  expect(parsed && keyText(parsed)).toBe(key)
})

test.each([
  ['PAG-1: corrige o total', ['PAG-1']],
  ['feature/pag-11-mostrar-simulacao', ['PAG-11']],
  ['fix_PAG-7_total', ['PAG-7']],
  ['PAG-1, PAG-11 e pag-1', ['PAG-1', 'PAG-11']],
  ['(PAG-3)', ['PAG-3']],
  ['XPAG-1x PAG-2b OSCAR-5', ['OSCAR-5']],
  ['éPAG-1 PAG-1é', []],
  ['2026-11-25 e utf-8', ['UTF-8']],
  ['', []],
])('the keys in %s', (text, keys) => {
  expect(keysIn(text).map(keyText)).toEqual(keys)
})

test('a text of many keys gives twenty', () => {
  expect(keysIn(Array.from({ length: 50 }, (_, index) => `PAG-${index + 1}`).join(' '))).toHaveLength(20)
})

test('every prefix is one that may be chosen, and a key that is written is read as itself', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (title) => KeyPrefix.safeParse(prefixOf(title)).success))
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{2,6}$/), fc.integer({ min: 1, max: 999_999_999 }), (prefix, number) => {
      const text = keyText({ prefix, number })
      expect(parseKey(text.toLowerCase())).toEqual({ prefix, number })
      expect(keysIn(`feat/${text}-x`)).toEqual([{ prefix, number }])
    }),
  )
})
