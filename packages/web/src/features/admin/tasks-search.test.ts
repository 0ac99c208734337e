import { expect, test } from 'vitest'
import { readTasksSearch } from './tasks-search.ts'

test('an address says what it says, and nothing else', () => {
  const search = { q: 'pix', situacao: 'atrasadas', quadro: '3', pessoa: '7', pagina: '2' }
  expect(readTasksSearch(search)).toEqual(search)
  expect(readTasksSearch({ q: ' ', situacao: 'tarde', quadro: '-1', pessoa: 'ana', pagina: '1' })).toEqual({})
})
