import { type ComponentProps, memo, useMemo } from 'react'
import { CardFace } from '../../../ui/kanban/CardFace.tsx'
import { useSprintPart } from '../session/sprint-session.ts'
import type { SprintItem } from '../session/sprint-state.ts'

/** A task as its column shows it: the card that it is. */
export const TaskFace = memo(function TaskFace({ taskId }: { taskId: number }) {
  const task = useSprintPart(({ cards }) => cards.get(taskId), undefined)
  const card = useMemo(() => task && faceOf(task), [task])
  return task && card ? <CardFace card={card} labels={task.labels} participants={task.participants} /> : null
})

const faceOf = (task: SprintItem): ComponentProps<typeof CardFace>['card'] => ({
  key: task.key,
  title: task.title,
  priority: task.priority,
  due_date: task.due_date,
  status: task.status,
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
  github_state: task.github_state,
})
