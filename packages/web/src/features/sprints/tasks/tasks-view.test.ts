import { describe, expect, test } from 'vitest'
import type { SprintColumn, SprintTask } from '../../../lib/call/sprint-words.ts'
import { readTasksSearch, viewOf } from './tasks-search.ts'
import { visibleTasks } from './tasks-view.ts'

let lastId = 0
const task = (part: Partial<SprintTask>): SprintTask => ({
  id: ++lastId,
  key: `CHE-${lastId}`,
  sprint_id: 1,
  column_id: 1,
  rank: 'a0',
  board_id: 1,
  list_id: 1,
  title: 'Pix',
  description: '',
  priority: 'medium',
  start_date: null,
  due_date: null,
  estimated_hours: null,
  estimate: null,
  notes: '',
  status: 'pendente',
  moved_at: null,
  labels: [],
  assigned_user: null,
  participants: [],
  comment_count: 0,
  checklist_total: 0,
  checklist_done: 0,
  attachment_count: 0,
  file_count: 0,
  blocked: false,
  subcards_total: 0,
  subcards_done: 0,
  recurs: false,
  github_state: null,
  fields: {},
  description_cut: false,
  came_from: null,
  version: 1,
  card: { title: 'Pix', description: '' },
  ...part,
})
const column = (id: number, status: SprintColumn['status']): SprintColumn => ({
  id,
  name: String(id),
  position: id,
  rank: `a${id}`,
  status,
  sprint_id: 1,
  version: 1,
})
const columns = [column(2, 'pendente'), column(1, 'concluida')]
const bia = { id: 7, name: 'Bia', avatar_url: null }
const caio = { id: 8, name: 'Caio', avatar_url: null }

const tasks = [
  task({ title: 'Último', column_id: 1, rank: 'a0', priority: 'low', status: 'concluida' }),
  task({
    title: 'Índice',
    column_id: 2,
    rank: 'a1',
    priority: 'urgent',
    estimate: 3,
    due_date: '2025-11-20',
    labels: [{ id: 1, name: 'Urgência', color: '#266fb8' }],
    participants: [caio],
  }),
  task({ title: 'Água', column_id: 2, rank: 'a0', estimate: 8, assigned_user: bia, notes: 'Falar com o João' }),
  task({ title: 'Sem ordem', column_id: 2, rank: null, due_date: '2025-11-03' }),
]
const titles = (search: Record<string, unknown>) => visibleTasks(tasks, columns, viewOf(readTasksSearch(search))).map(({ title }) => title)

describe('the tasks of a sprint', () => {
  test('stand by column and place unless somebody wants them otherwise', () => {
    expect(titles({})).toEqual(['Água', 'Índice', 'Sem ordem', 'Último'])
  })

  test.each([
    ['titulo', undefined, ['Água', 'Índice', 'Sem ordem', 'Último']],
    ['titulo', 'sim', ['Último', 'Sem ordem', 'Índice', 'Água']],
    ['prioridade', undefined, ['Índice', 'Água', 'Sem ordem', 'Último']],
    ['pontos', undefined, ['Índice', 'Água', 'Sem ordem', 'Último']],
    ['pontos', 'sim', ['Água', 'Índice', 'Sem ordem', 'Último']],
    ['prazo', undefined, ['Sem ordem', 'Índice', 'Água', 'Último']],
    ['pessoa', undefined, ['Água', 'Índice', 'Sem ordem', 'Último']],
  ])('sorted by %s (%s), what has no value is last', (ordem, desc, expected) => {
    expect(titles({ ordem, desc })).toEqual(expected)
  })

  test('are filtered by status, person and text in title or notes, whatever the accents', () => {
    expect(titles({ status: 'concluida' })).toEqual(['Último'])
    expect(titles({ pessoa: '7' })).toEqual(['Água'])
    expect(titles({ pessoa: 'ninguem' })).toEqual(['Índice', 'Sem ordem', 'Último'])
    expect(titles({ q: 'joao' })).toEqual(['Água'])
    expect(titles({ q: 'INDICE' })).toEqual(['Índice'])
  })

  test.each([
    ['che-3', ['Água']],
    ['bia', ['Água']],
    ['caio', ['Índice']],
    ['urgencia', ['Índice']],
    ['joao agua', ['Água']],
    ['bia indice', []],
  ])('are found by key, label and people as on the board of the sprint: %s', (q, expected) => {
    expect(titles({ q })).toEqual(expected)
  })

  test('an address that somebody invented counts as none', () => {
    expect(readTasksSearch({ ordem: 'cor', desc: 'x', status: 'feito', pessoa: '-1', q: '  ' })).toEqual({})
  })
})
