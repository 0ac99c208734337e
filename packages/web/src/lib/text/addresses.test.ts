import { expect, test } from 'vitest'
import { readAddresses } from './addresses.ts'

test.each([
  ['', [], []],
  ['bia@aroeira.com.br', ['bia@aroeira.com.br'], []],
  ['bia@aroeira.com.br, caio@aroeira.com.br;davi@aroeira.com.br', ['bia@aroeira.com.br', 'caio@aroeira.com.br', 'davi@aroeira.com.br'], []],
  ['Bia Souza <Bia@Aroeira.com.br>\nCaio Lima <caio@aroeira.com.br>', ['bia@aroeira.com.br', 'caio@aroeira.com.br'], []],
  ['bia@aroeira.com.br BIA@aroeira.com.br', ['bia@aroeira.com.br'], []],
  ['"Souza, Bia" <bia@aroeira.com.br>', ['bia@aroeira.com.br'], ['"Souza']],
  ['davi@aroeira, bia@aroeira.com.br', ['bia@aroeira.com.br'], ['davi@aroeira']],
  ['mailto:bia@aroeira.com.br', ['bia@aroeira.com.br'], []],
])('%j', (text, right, wrong) => {
  expect(readAddresses(text)).toEqual({ right, wrong })
})
