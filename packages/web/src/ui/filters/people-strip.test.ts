import { expect, test } from 'vitest'
import { makeCard } from '../../test/board.ts'
import { countByPerson, facesOf, isWanted, pressed } from './people-strip.ts'

const person = (id: number) => ({ id, name: `Pessoa ${id}`, avatar_url: null })

test('a card counts once for each of its people, and for nobody when nobody answers for it', () => {
  const cards = [makeCard(1, 1, 'a', { assigned_user: person(1), participant_ids: [1, 2] }), makeCard(2, 1, 'b', { participant_ids: [2] })]
  expect([...countByPerson(cards)]).toEqual([
    [1, 1],
    [2, 2],
    [null, 1],
  ])
})

test('people with cards come first, nine at most, and who is filtered by always has a face', () => {
  const people = Array.from({ length: 12 }, (_, at) => person(at + 1))
  const counts = new Map([
    [12, 3],
    [4, 1],
  ])
  const ids = (some: readonly { id: number }[]) => some.map(({ id }) => id)
  const { faces, others } = facesOf(people, counts, (id) => id === 11)
  expect(ids(faces)).toEqual([4, 12, 1, 2, 3, 5, 6, 7, 11])
  expect(ids(others)).toEqual([8, 9, 10])
  expect(facesOf(people.slice(0, 9), counts, () => false).others).toEqual([])
  expect(ids(facesOf(people.slice(0, 3), null, () => false).faces)).toEqual([1, 2, 3])
})

test('a press is only this person, a second one frees, and with Shift people gather', () => {
  const only = { me: 7, adding: false }
  const adding = { me: 7, adding: true }
  expect(pressed([], 3, only)).toEqual([3])
  expect(pressed([3, 4], 3, only)).toEqual([3])
  expect(pressed([3], 3, only)).toEqual([])
  expect(pressed([3], null, adding)).toEqual([3, null])
  expect(pressed([3, null], 3, adding)).toEqual([null])
  // 'Mine' is a person, too.
  expect([isWanted(['me'], 7, 7), isWanted(['me'], 8, 7)]).toEqual([true, false])
  expect(pressed(['me'], 7, only)).toEqual([])
  expect(pressed(['me', 3], 7, adding)).toEqual([3])
})
