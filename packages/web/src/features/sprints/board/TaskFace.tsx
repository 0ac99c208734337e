import type { FieldValues } from '@rodada/contract/cards/field-values'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, memo, useMemo } from 'react'
import { boardFrameQuery } from '../../../lib/call/board-queries.ts'
import { CardFace } from '../../../ui/kanban/CardFace.tsx'
import { FieldMarks } from '../../../ui/kanban/FieldMarks.tsx'
import { useSprintPart } from '../session/sprint-session.ts'
import type { SprintItem } from '../session/sprint-state.ts'

/** A task as its column shows it: the card that it is. */
export const TaskFace = memo(function TaskFace({ taskId }: { taskId: number }) {
  const task = useSprintPart(({ cards }) => cards.get(taskId), undefined)
  const card = useMemo(() => task && faceOf(task), [task])
  if (!task || !card) return null
  return (
    <CardFace card={card} labels={task.labels} participants={task.participants}>
      {Object.keys(task.fields).length > 0 && <TaskFields boardId={task.board_id} values={task.fields} />}
    </CardFace>
  )
})

/** What fields there are changes rarely, and each card asks when it is scrolled into view. */
const knownFor = 60_000

function TaskFields({ boardId, values }: { boardId: number; values: FieldValues }) {
  const { data } = useQuery({ ...boardFrameQuery(boardId), staleTime: knownFor })
  return data ? <FieldMarks fields={data.fields} values={values} members={data.members} /> : null
}

const faceOf = (task: SprintItem): ComponentProps<typeof CardFace>['card'] => ({
  key: task.key,
  title: task.title,
  priority: task.priority,
  due_date: task.due_date,
  status: task.status,
  moved_at: task.moved_at,
  estimate: task.estimate,
  assigned_user: task.assigned_user,
  has_description: task.description !== '',
  comment_count: task.comment_count,
  checklist_total: task.checklist_total,
  checklist_done: task.checklist_done,
  attachment_count: task.attachment_count,
  file_count: task.file_count,
  blocked: task.blocked,
  subcards_total: task.subcards_total,
  subcards_done: task.subcards_done,
  recurs: task.recurs,
  github_state: task.github_state,
})
