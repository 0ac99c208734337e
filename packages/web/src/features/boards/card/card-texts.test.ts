import type { Activity } from '@rodada/contract/boards/activities'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import { activityText } from './comments/activity-text.ts'
import { momentText } from './comments/moment.ts'

beforeAll(() => loadTexts('card'))

const ana = { id: 1, name: 'Ana', avatar_url: null }
const entry = (kind: Activity['kind'], details: Activity['details'] = {}): Activity => ({
  id: 1,
  kind,
  board_id: 1,
  card_id: 1,
  user: ana,
  by_program: false,
  subject: 'Pix',
  details,
  created_at: '2026-11-21T12:00:00.000Z',
})

test.each([
  [entry('card.moved', { from: 'A Fazer', to: 'Concluído' }), 'moveu de A Fazer para Concluído'],
  [entry('card.assigned', { to: 'Caio' }), 'passou o cartão para Caio'],
  [entry('card.assigned', { to: 'Ana' }), 'ficou com o cartão'],
  [entry('card.assigned'), 'deixou o cartão sem responsável'],
  [entry('card.updated', { fields: ['description', 'title'] }), 'mudou o título e a descrição'],
  [entry('card.updated', { fields: ['estimate', 'due_date', 'priority'] }), 'mudou o prazo, a prioridade e a estimativa'],
  [entry('card.updated', { fields: ['of a later version'] }), 'mudou o cartão'],
  [entry('checklist.item_completed', { to: 'Testar' }), 'concluiu “Testar”'],
  [entry('list.moved'), 'mudou o cartão'],
])('activity %#', (activity, sentence) => {
  expect(activityText(activity)).toBe(sentence)
})

test('moments as people say them', () => {
  const now = new Date(2026, 10, 21, 16, 40)
  const at = (...parts: [number, number, number, number, number]) => momentText(new Date(...parts).toISOString(), now)
  expect(momentText(new Date(now.getTime() + 5_000).toISOString(), now), 'a clock that is behind').toBe('agora')
  expect(at(2026, 10, 21, 16, 35)).toBe('há 5 min')
  expect(at(2026, 10, 21, 9, 5)).toBe('hoje, 09:05')
  expect(at(2026, 10, 20, 23, 59)).toBe('ontem, 23:59')
  expect(at(2026, 10, 19, 8, 0)).toBe('19/11/2026, 08:00')
})
