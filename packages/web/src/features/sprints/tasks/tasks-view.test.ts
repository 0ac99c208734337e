import type { SprintColumn, SprintTask } from '@rodada/contract/sprint-tasks'
import { describe, expect, test } from 'vitest'
import { readTasksSearch, viewOf } from './tasks-search.ts'
import { visibleTasks } from './tasks-view.ts'

let lastId = 0
const task = (part: Partial<SprintTask>): SprintTask => ({
  id: ++lastId,
  sprint_id: 1,
  column_id: 1,
  rank: 'a0',
  board_id: 1,
  list_id: 1,
  titulo: 'Pix',
  descricao: '',
  prioridade: 'media',
  data_limite: null,
  estimativa_horas: null,
  estimativa_pontos: null,
  observacoes: '',
  status: 'pendente',
  labels: [],
  assigned_user: null,
  comment_count: 0,
  checklist_total: 0,
  checklist_done: 0,
  attachment_count: 0,
  github_state: null,
  came_from: null,
  version: 1,
  card: { title: 'Pix', description: '' },
  ...part,
})
const column = (id: number, status: SprintColumn['status']): SprintColumn => ({
  id,
  nome: String(id),
  ordem: id,
  rank: `a${id}`,
  status,
  sprint_id: 1,
  version: 1,
})
const columns = [column(2, 'pendente'), column(1, 'concluida')]
const bia = { id: 7, name: 'Bia', avatar_url: null }

const tasks = [
  task({ titulo: 'Último', column_id: 1, rank: 'a0', prioridade: 'baixa', status: 'concluida' }),
  task({ titulo: 'Índice', column_id: 2, rank: 'a1', prioridade: 'urgente', estimativa_pontos: 3, data_limite: '2025-11-20' }),
  task({ titulo: 'Água', column_id: 2, rank: 'a0', estimativa_pontos: 8, assigned_user: bia, observacoes: 'Falar com o João' }),
  task({ titulo: 'Sem ordem', column_id: 2, rank: null, data_limite: '2025-11-03' }),
]
const titles = (search: Record<string, unknown>) =>
  visibleTasks(tasks, columns, viewOf(readTasksSearch(search))).map(({ titulo }) => titulo)

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

  test('an address that somebody invented counts as none', () => {
    expect(readTasksSearch({ ordem: 'cor', desc: 'x', status: 'feito', pessoa: '-1', q: '  ' })).toEqual({})
  })
})
