import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('cells are divided by semicolons, numbers have a comma, and nothing stays empty', () => {
  expect(
    toCsv([
      ['Dia', 'Restante'],
      ['2025-11-03', 12.5],
      ['2025-11-04', null],
    ]),
  ).toBe('\uFEFFDia;Restante\r\n2025-11-03;12,5\r\n2025-11-04;\r\n')
})

test('quotes, semicolons and lines stay inside of their cell', () => {
  expect(toCsv([['a "b"; c', 'duas\nlinhas']])).toBe('\uFEFF"a ""b""; c";"duas\nlinhas"\r\n')
})

test('a title that begins like a formula is a text', () => {
  expect(toCsv([['=1+1', '+55', '@casa', '-2']])).toBe("\uFEFF'=1+1;'+55;'@casa;-2\r\n")
})

test('also behind what another spreadsheet takes for the end of a cell', () => {
  expect(toCsv([['a,=1+1', 'b|+2', 'c\t@d', 'Café, pão - e 1-2=x']])).toBe("\uFEFFa,'=1+1;b|'+2;c\t'@d;Café, pão - e 1-2=x\r\n")
})
