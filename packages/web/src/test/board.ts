import type { BoardChanges, List } from '@rodada/contract/boards/boards'
import type { CardChange } from '@rodada/contract/cards/cards'

const at = '2026-11-21T12:00:00.000Z'

/** A board without its lists and cards. */
export const boardFrame: Omit<BoardChanges, 'lists' | 'cards' | 'removed' | 'revision'> = {
  id: 1,
  key_prefix: 'CHE',
  auto_sprint: false,
  title: 'Checkout',
  description: '',
  is_public: false,
  color: '#266fb8',
  user_id: 1,
  created_at: at,
  updated_at: at,
  version: 1,
  member_count: 1,
  role: 'member',
  can: { write: true, administer: false },
  labels: [],
  fields: [],
  members: [],
  deck: null,
  watching: false,
  deck_points: {},
  is_template: false,
}

export const makeList = (id: number, rank: string): List => ({
  id,
  board_id: 1,
  title: `Lista ${id}`,
  position: 0,
  rank,
  status: 'pendente',
  wip_limit: null,
  wip_hard: false,
  version: 1,
})

export const makeCard = (id: number, list_id: number, rank: string, more: Partial<CardChange> = {}): CardChange => ({
  id,
  key: `CHE-${id}`,
  list_id,
  title: `Cartão ${id}`,
  priority: 'medium',
  start_date: null,
  due_date: null,
  rank,
  status: 'pendente',
  moved_at: null,
  estimate: null,
  label_ids: [],
  assigned_user: null,
  participant_ids: [],
  has_description: false,
  comment_count: 0,
  checklist_total: 0,
  checklist_done: 0,
  attachment_count: 0,
  file_count: 0,
  cover_file_id: null,
  blocked: false,
  subcards_total: 0,
  subcards_done: 0,
  recurs: false,
  github_state: null,
  fields: {},
  ...more,
})
