import type { Card, CardLabel, CardRecurrence, SprintOfCard } from '@rodada/contract/cards/cards'
import type { Checklist } from '@rodada/contract/cards/checklists'
import type { Comment } from '@rodada/contract/cards/comments'
import type { FieldValues } from '@rodada/contract/cards/field-values'
import type { CardRelation } from '@rodada/contract/cards/relations'
import type { BoardRole, PersonSummary } from '@rodada/contract/core/fields'
import { boardPolicy, canOn } from '../boards/policy.ts'
import type { CommentRow } from './comments/queries.ts'
import type { FileRow } from './files/queries.ts'
import { fileView } from './files/view.ts'
import { type CardRow, keyOf, movedAt, priorityOf } from './queries.ts'
import type { Marks } from './relations/mark-queries.ts'

export function commentView(comment: CommentRow, viewerId: number, role: BoardRole): Comment {
  const { user_id, name, avatar_url, ...rest } = comment
  return {
    ...rest,
    user: user_id === null ? null : { id: user_id, name: name ?? '', avatar_url },
    can: { edit: boardPolicy.editComment(viewerId, user_id, role), remove: boardPolicy.removeComment(viewerId, user_id, role) },
  }
}

export type CardParts = {
  card: CardRow
  role: BoardRole
  position: number
  labels: CardLabel[]
  checklists: Checklist[]
  comments: CommentRow[]
  fields: FieldValues
  files: FileRow[]
  relations: CardRelation[]
  marks: Marks
  assignedUser: PersonSummary | null
  participantIds: number[]
  watchers: { count: number; watching: boolean }
  sprint: SprintOfCard | null
  recurrence: CardRecurrence | null
}

export function cardView(
  {
    card,
    role,
    position,
    labels,
    checklists,
    comments,
    fields,
    files,
    relations,
    marks,
    assignedUser,
    participantIds,
    watchers,
    sprint,
    recurrence,
  }: CardParts,
  viewerId: number,
): Card {
  return {
    id: card.id,
    key: keyOf(card),
    board_id: card.board_id,
    list_id: card.list_id,
    title: card.title,
    description: card.description,
    priority: priorityOf(card),
    start_date: card.start_date,
    due_date: card.due_date,
    rank: card.rank,
    position,
    status: card.status,
    moved_at: movedAt(card),
    estimate: card.estimate,
    assigned_user: assignedUser,
    participant_ids: participantIds,
    watching: watchers.watching,
    watcher_count: watchers.count,
    sprint,
    estimated_hours: card.estimated_hours,
    notes: card.notes,
    labels,
    checklists,
    comments: comments.map((comment) => commentView(comment, viewerId, role)),
    comment_count: card.comment_count,
    files: files.map(fileView),
    cover_file_id: card.cover_file_id,
    recurrence,
    fields,
    relations,
    ...marks,
    created_at: card.created_at,
    updated_at: card.updated_at,
    completed_at: card.completed_at,
    archived_at: card.archived_at,
    version: card.version,
    can: { write: canOn(role).write },
  }
}
