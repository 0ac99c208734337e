type Voted = { round: number; task: { title: string; task_id: number | null } | null }

/** Rounds of one task are one story, also with others between; without a task each is one of its own. */
export function storyKey({ round, task }: Voted): string {
  if (task === null) return `round ${round}`
  return task.task_id === null ? `title ${task.title}` : `task ${task.task_id}`
}
