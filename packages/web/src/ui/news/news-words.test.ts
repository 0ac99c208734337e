import type { NewsChange } from '@rodada/contract/boards/news'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { labelOf, shownValue } from './news-words.ts'

beforeAll(() => loadTexts('news'))

const change = (some: Partial<NewsChange>): NewsChange => ({
  ...{ kind: 'card.updated', field: null, type: null, from: null, to: null, excerpt: null, user: null, by_program: false, count: 1 },
  at: '2026-11-26T12:00:00.000Z',
  ...some,
})

test.each([
  [change({ field: 'due_date' }), '2031-11-14', 'Prazo', '14 nov'],
  [change({ field: 'priority' }), 'urgent', 'Prioridade', 'Urgente'],
  [change({ field: 'estimate' }), '2.5', 'Estimativa', '2,5'],
  [change({ kind: 'card.moved', field: 'list' }), 'A Fazer', 'Lista', 'A Fazer'],
  [change({ kind: 'card.field_set', field: 'Pago', type: 'checkbox' }), 'true', 'Pago', 'marcado'],
  [change({ kind: 'card.field_set', field: 'due_date', type: 'text' }), 'amanhã', 'due_date', 'amanhã'],
  [change({ kind: 'card.labeled' }), 'Bug', 'Etiqueta', 'Bug'],
  [change({ kind: 'card.repeat_stopped' }), '', 'Outra mudança', ''],
])('%o is told with its name and its value', (one, value, label, shown) => {
  expect([labelOf(one), shownValue(one, value)]).toEqual([label, shown])
})
