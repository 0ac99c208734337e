import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readPage } from './page-turns.ts'

const [office, elsewhere] = ['192.0.2.1', '198.51.100.1']

/** Pages that take some milliseconds each. @returns whose began, in that order, as it goes on */
function openPages() {
  const begun: string[] = []
  const read = (address: string, whose: string) =>
    readPage({ address, whose }, async () => {
      begun.push(whose)
      await pause(5)
    })
  return { begun, read }
}
const many = (name: string) => Array.from({ length: 20 }, (_, i) => `${name} ${i}`)

test('a page of another network comes before those of many accounts, or boards, of one', async () => {
  const { begun, read } = openPages()
  const all = many('board').map((whose) => read(office, whose))
  await Promise.all([...all, read(elsewhere, 'calendar')])
  expect(begun.indexOf('calendar')).toBe(1)
})

test('who had no page comes before the neighbours who had many', async () => {
  const { begun, read } = openPages()
  await Promise.all(many('export').map((whose) => read(office, whose)))
  begun.length = 0
  const all = many('export').map((whose) => read(office, whose))
  await Promise.all([...all, read(office, 'calendar of a neighbour')])
  // One goes on already.
  expect(begun.indexOf('calendar of a neighbour')).toBe(1)
})

test('the pages of one network are read one after another, also where reading fails', async () => {
  let underWay = 0
  let most = 0
  const read = () =>
    readPage({ address: office, whose: 'ana' }, async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await pause(1)
      underWay -= 1
      throw new Error('gone')
    })
  await Promise.allSettled([read(), read(), read()])
  expect(most).toBe(1)
})
