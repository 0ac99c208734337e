import { expect, test } from 'vitest'
import { withoutAddresses } from './email-text.ts'

test.each([
  ['Ana golpe.com/x', 'Ana […]'],
  ['Visite www.golpe.com agora', 'Visite […] agora'],
  ['HTTPS://x.y/z?a=1', '[…]'],
  ['http://localhost', '[…]'],
  ['x.com/oferta', '[…]'],
  ['(“http://x.y”)', '(“[…]”)'],
  ['app.exemplo.com.br:8080', '[…]'],
  ['10.0.0.1/login', '[…]'],
  ['ana@golpe.com quer', '[…] quer'],
  ['golpe。com', 'golpe。\u200acom'],
  ['golpe.com', 'golpe.\u200acom'],
  ['J.Silva e Node.js', 'J.\u200aSilva e Node.\u200ajs'],
])('an address in %s is none any more', (text, shown) => {
  expect(withoutAddresses(text)).toBe(shown)
})

test.each(['Olá, Ana <b>.', 'Versão v2.0 e 1.2.3, de 12/10', 'data: 3', 'R$ 3.50/mês', 'Muito bem. Outro texto.', 'Entregas: fase 2'])(
  '%s stays as it is',
  (text) => {
    expect(withoutAddresses(text)).toBe(text)
  },
)

test('a text without end costs no more than its length', () => {
  for (const part of ['a.', 'a-', '@a', 'a_', 'a', 'www.']) expect(withoutAddresses(part.repeat(50_000)).length).toBeGreaterThan(0)
}, 1000)
