import { expect, test } from 'vitest'
import { noFilter } from './card-filter.ts'
import { filterOf, filterQuery, readFilterSearch } from './filter-address.ts'

const whole = {
  ...noFilter,
  text: 'pix',
  people: ['me', null, 3] as const,
  labels: [7, 9],
  priorities: ['high'] as const,
  due: ['late', 'none'] as const,
  start: ['today', 'none'] as const,
  fields: { 12: [77, null], 13: [true] as const },
  conditions: {
    14: { min: -0.5, max: 1000 },
    15: { from: '2026-11-01', when: ['late' as const, 'week' as const] },
    16: { to: '2026-12-24' },
    17: { has: 'Pão, 100% & açúcar' },
  },
  blocked: true,
  files: true,
  unestimated: true,
}

test('a filter is written to the address and read again as it was', () => {
  const search = readFilterSearch(Object.fromEntries(new URLSearchParams(filterQuery(whole))))
  expect(search).toEqual({
    q: 'pix',
    pessoas: 'eu,0,3',
    etiquetas: '7,9',
    prioridades: 'high',
    prazo: 'atrasado,sem',
    inicio: 'hoje,sem',
    estado: 'bloqueado,arquivos',
    estimativa: 'sem',
    campos: '12.77,12.sem,13.com,14.-0.5..1000,15.2026-11-01..,15.atrasado,15.semana,16...2026-12-24,17.tem.Pão%2C 100%25 & açúcar',
  })
  expect(filterOf(search)).toEqual(whole)
  expect([filterQuery(noFilter), filterOf({})]).toEqual(['', noFilter])
})

test('an address that anybody may have written is read for what it can be', () => {
  const read = readFilterSearch({
    q: ` ${'x'.repeat(200)} `,
    pessoas: 'eu,eu,ela,-1,1e3,3',
    etiquetas: 7,
    prioridades: 'alta,high',
    prazo: 'constructor,hoje',
    inicio: 'ontem,semana',
    estado: 'toString,parado',
    estimativa: 'com',
    campos: `12,12.,12.77.1,x.7,12.sim,12.77,13.1..2..3,13...,13.1e3..,13.99999999999999..,14.2026-02-30..,14.toString,15.tem.,15.tem.${'x'.repeat(101)},15.5..,15.2026-01-01..`,
    card: '5',
  })
  expect(read).toEqual({
    q: 'x'.repeat(100),
    pessoas: 'eu,3',
    etiquetas: '7',
    prioridades: 'high',
    prazo: 'hoje',
    inicio: 'semana',
    estado: 'parado',
    // What a field cannot be by its type is the board's to say.
    campos: '12.77,15.5..,15.2026-01-01..',
  })
  expect(filterOf({ etiquetas: Array.from({ length: 80 }, (_, at) => at + 1).join() }).labels).toHaveLength(50)
  expect(filterOf({ pessoas: ['3'], q: { a: 1 } })).toEqual(noFilter)
})
