import type { BoardSummary } from '@rodada/contract/boards/boards'
import type { CardHit } from '@rodada/contract/cards/cards'
import { expect, test } from 'vitest'
import type { Sprint } from '../../lib/call/sprint-words.ts'
import { entriesOf, moveTo } from './entries.ts'

test('boards come before sprints, and these before cards, each with the place it opens', () => {
  const board = { id: 7, title: 'Checkout', color: '#266fb8' } as BoardSummary
  const card = {
    id: 40,
    key: 'CHE-3',
    title: 'Pix',
    board_id: 7,
    board_title: 'Checkout',
    board_color: '#266fb8',
    list_title: 'A Fazer',
  } as CardHit
  const sprint = { id: 12, name: 'Sprint 12', board_id: 7, board_color: '#266fb8' } as Sprint
  expect(entriesOf({ boards: [board], sprints: [sprint], cards: [card] })).toMatchObject([
    { kind: 'board', title: 'Checkout', boardId: 7, cardId: null },
    { kind: 'sprint', title: 'Sprint 12', boardId: 7, sprintId: 12, cardId: null, sprint },
    { kind: 'card', title: 'Pix', cardKey: 'CHE-3', boardId: 7, cardId: 40, where: { list: 'A Fazer', board: 'Checkout' } },
  ])
})

test('arrows go round, other keys are left alone', () => {
  expect(moveTo('ArrowDown', 0, 3)).toBe(1)
  expect(moveTo('ArrowDown', 2, 3)).toBe(0)
  expect(moveTo('ArrowUp', 0, 3)).toBe(2)
  expect(moveTo('PageDown', 1, 3)).toBe(2)
  expect(moveTo('PageUp', 2, 3)).toBe(0)
  expect(moveTo('Home', 2, 3)).toBeNull()
  expect(moveTo('ArrowDown', 0, 0)).toBeNull()
})
