import { expect, test } from 'vitest'
import { filterOf, readInboxSearch } from './inbox-search.ts'

test.each([
  [{}, { filtro: undefined, item: undefined }, 'all'],
  [{ filtro: 'mencoes', item: '12' }, { filtro: 'mencoes', item: '12' }, 'mentions'],
  [{ filtro: 'tudo', item: '0' }, { filtro: undefined, item: undefined }, 'all'],
  [{ filtro: 'toString', item: '1; drop' }, { filtro: undefined, item: undefined }, 'all'],
])('the address %o is read as what it can mean', (address, read, filter) => {
  expect(readInboxSearch(address)).toEqual(read)
  expect(filterOf(readInboxSearch(address))).toBe(filter)
})
