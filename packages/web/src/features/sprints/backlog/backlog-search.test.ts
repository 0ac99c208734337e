import { expect, test } from 'vitest'
import { noFilter } from '../../../ui/filters/card-filter.ts'
import { filterOf } from '../../../ui/filters/filter-address.ts'
import { queryOf } from './backlog-search.ts'

test('the server is asked what the address says, and nothing without a filter', () => {
  const filter = filterOf({
    q: ' pix ',
    etiquetas: '3,lixo,3,7',
    pessoas: '0,eu,7',
    prioridades: 'high,alta',
    prazo: 'atrasado,sem',
    inicio: 'semana',
    estado: 'bloqueado,parado,arquivos',
    estimativa: 'sem',
    campos: '12.77,12.com,9.sem,10.5..7.5,11.hoje,11.2026-11-01..,13.tem.a%2Cb',
  })
  expect(queryOf(filter, 7)).toEqual({
    q: 'pix',
    labels: '3,7',
    people: '0,7',
    priorities: 'high',
    due: 'late,none',
    start: 'week',
    blocked: 'true',
    files: 'true',
    idle: 'true',
    fields: '9.none,12.77,12.any,10.5..7.5,11.2026-11-01..,11.today,13.has.a%2Cb',
    estimated: 'false',
  })
  expect(queryOf(noFilter)).toEqual({})
})
