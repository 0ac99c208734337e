import type { CardChange } from '@rodada/contract/cards/cards'
import { describe, expect, it } from 'vitest'
import { makeCard } from '../../test/board.ts'
import { type CardFilter, type FilteredBoard, filterCount, isFiltering, keepKnown, noFilter } from './card-filter.ts'
import { createMatcher } from './card-matcher.ts'
import type { ValuesByField } from './values-by-field.ts'

const now = new Date('2026-11-21T12:00:00')
const card = (more: Partial<CardChange> = {}): CardChange => makeCard(1, 1, 'a0', { title: 'Revisão do cartão', ...more })
const passes = (filter: Partial<CardFilter>, of: Partial<CardChange> = {}): boolean =>
  createMatcher({ ...noFilter, ...filter }, { now, me: 7 })(card(of))

describe('filters', () => {
  it('finds words in any order, without accents or capitals', () => {
    expect(passes({ text: 'CARTAO revisao' })).toBe(true)
    expect(passes({ text: 'cartão xyz' })).toBe(false)
  })

  it('counts any match within a group, and all groups together', () => {
    expect(passes({ labels: [1, 2] }, { label_ids: [2] })).toBe(true)
    expect(passes({ labels: [1], priorities: ['high'] }, { label_ids: [1] })).toBe(false)
    expect(passes({ people: [null] })).toBe(true)
    expect(passes({ people: [7] }, { assigned_user: { id: 7, name: 'Bia', avatar_url: null } })).toBe(true)
  })

  it('finds what waits for another card, and nothing that is finished', () => {
    expect(passes({ blocked: true }, { blocked: true })).toBe(true)
    expect(passes({ blocked: true })).toBe(false)
    expect(passes({ blocked: true }, { blocked: true, status: 'concluida' })).toBe(false)
    expect(filterCount({ ...noFilter, blocked: true })).toBe(1)
  })

  it('finds work that nobody moved for long', () => {
    const long = { status: 'em_andamento', moved_at: '2026-11-10T12:00:00.000Z' } as const
    expect(passes({ idle: true }, long)).toBe(true)
    expect(passes({ idle: true }, { ...long, moved_at: '2026-11-19T12:00:00.000Z' })).toBe(false)
    expect(passes({ idle: true }, { ...long, status: 'concluida' })).toBe(false)
    expect(filterCount({ ...noFilter, idle: true })).toBe(1)
  })

  it('finds a person’s cards whether they answer for them or take part', () => {
    const bia = { id: 7, name: 'Bia', avatar_url: null }
    expect(passes({ people: [7] }, { participant_ids: [3, 7] })).toBe(true)
    expect(passes({ people: [7] }, { participant_ids: [3] })).toBe(false)
    // Nobody answers for it, whoever takes part.
    expect(passes({ people: [null] }, { participant_ids: [7] })).toBe(true)
    expect(passes({ people: [null] }, { assigned_user: bia, participant_ids: [3] })).toBe(false)
  })

  it('knows late, today, this week and no date, and never calls finished work late', () => {
    expect(passes({ due: ['late'] }, { due_date: '2026-11-20' })).toBe(true)
    expect(passes({ due: ['late'] }, { due_date: '2026-11-20', status: 'concluida' })).toBe(false)
    expect(passes({ due: ['today'] }, { due_date: '2026-11-21' })).toBe(true)
    expect(passes({ due: ['week'] }, { due_date: '2026-11-28' })).toBe(true)
    expect(passes({ due: ['week'] }, { due_date: '2026-11-29' })).toBe(false)
    expect(passes({ due: ['none'] })).toBe(true)
  })

  it('knows what should have begun, and what begins today, this week or at no day', () => {
    expect(passes({ start: ['late'] }, { start_date: '2026-11-20', status: 'pendente' })).toBe(true)
    for (const status of ['em_andamento', 'impedimento', 'concluida'] as const)
      expect(passes({ start: ['late'] }, { start_date: '2026-11-20', status })).toBe(false)
    expect(passes({ start: ['today'] }, { start_date: '2026-11-21' })).toBe(true)
    expect(passes({ start: ['week'] }, { start_date: '2026-11-28' })).toBe(true)
    expect(passes({ start: ['week'] }, { start_date: '2026-11-29' })).toBe(false)
    expect([passes({ start: ['none'] }), passes({ start: ['none'] }, { start_date: '2026-11-20' })]).toEqual([true, false])
    expect(filterCount({ ...noFilter, start: ['late', 'none'] })).toBe(2)
  })

  it('takes ‘mine’ for the viewer', () => {
    const bia = { id: 7, name: 'Bia', avatar_url: null }
    expect(passes({ people: ['me'] }, { assigned_user: bia })).toBe(true)
    expect(passes({ people: ['me'] }, { assigned_user: { ...bia, id: 8 } })).toBe(false)
  })

  it('finds what repeats, what has files, and what has no estimate', () => {
    expect([passes({ recurs: true }), passes({ recurs: true }, { recurs: true })]).toEqual([false, true])
    expect([passes({ files: true }), passes({ files: true }, { file_count: 2 })]).toEqual([false, true])
    expect([passes({ unestimated: true }, { estimate: 0 }), passes({ unestimated: true })]).toEqual([false, true])
  })

  it('says whether and how many are in use', () => {
    expect(isFiltering(noFilter)).toBe(false)
    expect(isFiltering({ ...noFilter, text: ' ' })).toBe(false)
    expect(filterCount({ ...noFilter, labels: [1], due: ['late'] })).toBe(2)
  })
})

describe('filters by the fields of the board', () => {
  const fields = { 1: 77, 2: 0, 3: true, 4: false }

  it('finds a value, any value, and none', () => {
    expect(passes({ fields: { 1: [77] } }, { fields })).toBe(true)
    expect(passes({ fields: { 1: [78] } }, { fields })).toBe(false)
    expect(passes({ fields: { 1: [78, null] } })).toBe(true)
    expect(passes({ fields: { 2: [true] } }, { fields })).toBe(true)
    expect(passes({ fields: { 2: [null] } }, { fields })).toBe(false)
    expect(passes({ fields: { 1: [] } })).toBe(true)
    expect(filterCount({ ...noFilter, fields: { 1: [77, null], 2: [] } })).toBe(2)
  })

  it('takes a box that is not ticked for none', () => {
    expect(passes({ fields: { 3: [true] } }, { fields })).toBe(true)
    expect(passes({ fields: { 4: [true] } }, { fields })).toBe(false)
    expect(passes({ fields: { 4: [null] } }, { fields })).toBe(true)
  })
})

describe('conditions on the fields of the board', () => {
  const finds = (conditions: CardFilter['conditions'], value: string | number) => passes({ conditions }, { fields: { 1: value } })

  it('finds numbers and dates in a range that may be open at one end', () => {
    expect([finds({ 1: { min: 5, max: 7 } }, 5), finds({ 1: { min: 5, max: 7 } }, 7.5), finds({ 1: { max: 0 } }, -3)]).toEqual([
      true,
      false,
      true,
    ])
    expect(finds({ 1: { min: 0 } }, 0)).toBe(true)
    const november = { 1: { from: '2026-11-01', to: '2026-11-30' } }
    expect(['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((day) => finds(november, day))).toEqual([false, true, true, false])
    expect(passes({ conditions: { 1: { min: 5 } } })).toBe(false)
  })

  it('finds a date that stands so to today, whatever became of the card, or is in the range', () => {
    expect(passes({ conditions: { 1: { when: ['late'] } } }, { fields: { 1: '2026-11-20' }, status: 'concluida' })).toBe(true)
    expect([finds({ 1: { when: ['today', 'late'] } }, '2026-11-21'), finds({ 1: { when: ['week'] } }, '2026-11-29')]).toEqual([true, false])
    expect(finds({ 1: { when: ['late'], from: '2027-01-01' } }, '2027-02-01')).toBe(true)
  })

  it('finds a part of a text without accents or capitals, beside none, and in what is shown cut', () => {
    expect([finds({ 1: { has: 'SAO joao' } }, 'Padaria São João'), finds({ 1: { has: 'joao sao' } }, 'Padaria São João')]).toEqual([
      true,
      false,
    ])
    expect(passes({ conditions: { 1: { has: 'x' } }, fields: { 1: [null] } })).toBe(true)
    const board: FilteredBoard = { labels: [], members: [], fields: [{ id: 1, type: 'text', on_card: true }] }
    const cut = card({ fields: { 1: 'Padaria…' } })
    const offCard: ValuesByField = new Map([[1, new Map([[cut.id, 'Padaria do fim da rua']])]])
    expect(createMatcher({ ...noFilter, conditions: { 1: { has: 'rua' } } }, { board, offCard })(cut)).toBe(true)
    expect(
      filterCount({ ...noFilter, conditions: { 1: { has: 'x' }, 2: { min: 1, max: 2 }, 3: { from: '2026-01-01', when: ['late'] } } }),
    ).toBe(4)
  })
})

describe('a board and its filter', () => {
  const board: FilteredBoard = {
    labels: [{ id: 5, name: 'Infraestrutura' }],
    members: [{ user: { id: 7, name: 'Bia Ávila' } }],
    fields: [
      { id: 12, type: 'choice', on_card: true },
      { id: 14, type: 'number', on_card: false },
    ],
  }

  it('drops what the board does not have', () => {
    const wanted: CardFilter = { ...noFilter, labels: [5, 6], people: [7, 8, 'me', null], fields: { 12: [77], 13: [true] }, text: 'pix' }
    expect(keepKnown(wanted, board)).toEqual({ ...wanted, labels: [5], people: [7, 'me', null], fields: { 12: [77] } })
  })

  it('drops what a field cannot be by its type', () => {
    const conditions = { 12: { min: 77 }, 13: { has: 'x' }, 14: { min: 0, has: 'x' } }
    expect(keepKnown({ ...noFilter, conditions }, board).conditions).toEqual({ 14: { min: 0 } })
  })

  it('asks a field that cards do not show of what was loaded, and hides nothing before', () => {
    const wanted: CardFilter = { ...noFilter, fields: { 14: [77] } }
    const shown = (offCard: ValuesByField) => createMatcher(wanted, { now, board, offCard })(card())
    expect(shown(new Map())).toBe(true)
    expect(shown(new Map([[14, new Map([[card().id, 77]])]]))).toBe(true)
    expect(shown(new Map([[14, new Map([[card().id, 78]])]]))).toBe(false)
    expect(shown(new Map([[14, new Map()]]))).toBe(false)
  })

  it('finds words in the names of labels and people, on a board and in a sprint', () => {
    const bia = { id: 7, name: 'Bia Ávila', avatar_url: null }
    const finds = (text: string) => createMatcher({ ...noFilter, text }, { board })
    expect(finds('infra cartao')(card({ label_ids: [5] }))).toBe(true)
    expect(finds('infra')(card())).toBe(false)
    expect(finds('avila')(card({ assigned_user: bia }))).toBe(true)
    const { label_ids: _, participant_ids: __, ...task } = card()
    const inSprint = { ...task, labels: [{ id: 5, name: 'Infraestrutura', color: '#266fb8' }], participants: [bia] }
    expect(finds('infra bia')(inSprint)).toBe(true)
    expect(createMatcher({ ...noFilter, labels: [5], people: [7] })(inSprint)).toBe(true)
  })
})
