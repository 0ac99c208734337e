import type { Card } from '@rodada/contract/cards/cards'
import type { Comment } from '@rodada/contract/cards/comments'
import { expect, test } from 'vitest'
import {
  isTemporary,
  mergeComments,
  moveChecklist,
  moveItem,
  patchItem,
  progress,
  putComment,
  putItem,
  removeComment,
  removeItem,
  temporaryId,
} from './card-changes.ts'

const comment = (id: number, content = `comentário ${id}`): Comment => ({
  id,
  content,
  created_at: '2026-11-21T12:00:00.000Z',
  edited_at: null,
  version: 1,
  user: { id: 1, name: 'Ana', avatar_url: null },
  author_name: null,
  can: { edit: true, remove: true },
})
const item = (id: number, position: number) => ({ id, title: `item ${id}`, completed: false, position })

const card: Card = {
  id: 9,
  key: 'CHE-9',
  list_id: 1,
  board_id: 1,
  title: 'Pix parcelado',
  description: '',
  priority: 'medium',
  start_date: null,
  due_date: null,
  rank: 'a0',
  position: 0,
  status: 'pendente',
  moved_at: null,
  estimate: null,
  assigned_user: null,
  participant_ids: [],
  recurrence: null,
  watching: false,
  watcher_count: 0,
  sprint: null,
  estimated_hours: null,
  notes: '',
  labels: [],
  checklists: [
    { id: 1, title: 'Critérios', position: 0, items: [item(1, 0), item(2, 1), item(3, 2)] },
    { id: 2, title: 'Testes', position: 1, items: [] },
  ],
  comments: [comment(51), comment(52)],
  comment_count: 2,
  files: [],
  cover_file_id: null,
  fields: {},
  relations: [],
  blocked: false,
  subcards_total: 0,
  subcards_done: 0,
  recurs: false,
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
  completed_at: null,
  archived_at: null,
  version: 1,
  can: { write: true },
}
const itemIds = (of: Card) => of.checklists[0]?.items.map(({ id }) => id)

test('items move to an index among the others, and positions follow', () => {
  const moved = moveItem(1, 1, 2)(card)
  expect(itemIds(moved)).toEqual([2, 3, 1])
  expect(moved.checklists[0]?.items.map(({ position }) => position)).toEqual([0, 1, 2])
  expect(itemIds(moveItem(1, 3, 0)(card))).toEqual([3, 1, 2])
  expect(itemIds(moveItem(1, 99, 0)(card)), 'an item that is gone').toEqual([1, 2, 3])
  expect(moveChecklist(2, 0)(card).checklists.map(({ id }) => id)).toEqual([2, 1])
})

test('every change may be drawn twice without doing more', () => {
  for (const change of [
    patchItem(1, 2, { completed: true }),
    putItem(1, item(4, 3)),
    removeItem(1, 2),
    moveItem(1, 1, 2),
    putComment(comment(53)),
    removeComment(51),
  ]) {
    const once = change(card)
    expect(change(once)).toEqual(once)
  }
})

test('the count of comments follows', () => {
  expect(putComment(comment(53))(card).comment_count).toBe(3)
  expect(putComment(comment(52, 'outro texto'))(card).comment_count).toBe(2)
  expect(removeComment(51)(card).comment_count).toBe(1)
})

test('progress of a checklist', () => {
  expect(progress([])).toEqual({ done: 0, total: 0, share: 0 })
  expect(progress([item(1, 0), { ...item(2, 1), completed: true }])).toEqual({ done: 1, total: 2, share: 0.5 })
})

test('ids of what is not saved yet are never ones of the server', () => {
  const id = temporaryId()
  expect(isTemporary({ id })).toBe(true)
  expect(temporaryId()).not.toBe(id)
})

test('earlier pages of comments stay in front of the newest one, and what was deleted goes', () => {
  const known = [comment(1), comment(2), comment(50), comment(51)]
  expect(mergeComments(known, { comments: [comment(51), comment(52)], comment_count: 5 }).map(({ id }) => id)).toEqual([1, 2, 50, 51, 52])
  expect(
    mergeComments(known, { comments: [comment(51)], comment_count: 1 }).map(({ id }) => id),
    'all are on the newest page',
  ).toEqual([51])
  expect(mergeComments(known, { comments: [], comment_count: 0 })).toEqual([])
})
