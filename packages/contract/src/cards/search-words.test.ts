import fc from 'fast-check'
import { expect, test } from 'vitest'
import { texts } from '../texts/texts.ts'
import { readSearch } from './search-question.ts'
import { searchParts } from './search-words.ts'

const today = '2026-02-10'
const read = (q: string) => readSearch(q, { today })

test('words, phrases and operators of three languages are told apart', () => {
  expect(read('Pix "em Dobro" de:"Ana Lima" from:me em:Órbita prazo<=28/2 é:atrasado status:done prioridad:alta')).toEqual({
    words: ['pix', 'em dobro'],
    persons: ['ana lima', null],
    places: ['orbita'],
    labels: [],
    dues: [{ sign: '<=', day: '2026-02-28' }],
    statuses: ['concluida'],
    priorities: ['high'],
    states: ['late'],
  })
  expect(read('https://a.b/c "sem fim de<x :')).toMatchObject({ words: ['https://a.b/c', '"sem', 'fim', 'de<x', ':'], persons: [] })
})

test('a status and a person are found by the names that screens show, and by the earlier ones', () => {
  const statuses = (q: string) => {
    const asked = read(q)
    return typeof asked === 'string' ? asked : asked.statuses
  }
  expect(['pendente', 'pending', 'todo', 'pendiente'].map((name) => statuses(`status:${name}`))).toEqual(Array(4).fill(['pendente']))
  expect(['impedimento', 'stuck', 'blocked', 'bloqueada'].map((name) => statuses(`status:${name}`))).toEqual(Array(4).fill(['impedimento']))
  expect(['cancelada', 'cancelled', 'canceled', 'anulada'].map((name) => statuses(`status:${name}`))).toEqual(Array(4).fill(['cancelada']))
  expect(read('assignee:ana')).toEqual(read('from:ana'))
})

test('days are read as people type them, and no others', () => {
  const day = (value: string) => {
    const asked = read(`prazo:${value}`)
    return typeof asked === 'string' ? asked : asked.dues[0]?.day
  }
  expect(['hoje', 'tomorrow', '+7', '-1', '2026-12-31', '31/12', '1/3/2027'].map(day)).toEqual([
    ...['2026-02-10', '2026-02-11', '2026-02-17', '2026-02-09', '2026-12-31', '2026-12-31', '2027-03-01'],
  ])
  for (const value of ['31/2', '2026-13-01', '99/99', '+99999', 'x', '1', '2026-02-30']) expect(day(value)).toBe(texts.searchDayUnknown)
})

test('whatever is typed, each part stands where it says, and reading never fails', () => {
  const typed = fc
    .array(fc.constantFrom('de:', 'em:', 'prazo<', '"', ' ', 'a', 'é', ':', '<', '>=', '\u0301', '🎲', '\\', 'status:'))
    .map((some) => some.join(''))
  fc.assert(
    fc.property(typed, (q) => {
      const parts = searchParts(q)
      let end = 0
      for (const { from, to } of parts) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThan(from)
        end = to
      }
      expect(end).toBeLessThanOrEqual(q.length)
      expect(['string', 'object']).toContain(typeof read(q))
    }),
  )
})
