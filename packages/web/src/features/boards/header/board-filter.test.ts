import type { CardChange } from '@rodada/contract/cards/cards'
import { describe, expect, it } from 'vitest'
import { makeCard } from '../../../test/board.ts'
import { type BoardFilter, createMatcher, filterCount, isFiltering, noFilter } from './board-filter.ts'

const now = new Date('2026-11-21T12:00:00')
const card = (more: Partial<CardChange> = {}): CardChange => makeCard(1, 1, 'a0', { title: 'Revisão do cartão', ...more })
const passes = (filter: Partial<BoardFilter>, of: Partial<CardChange> = {}): boolean =>
  createMatcher({ ...noFilter, ...filter }, now)(card(of))

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
