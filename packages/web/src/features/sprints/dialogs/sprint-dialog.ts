import type { Sprint } from '../../../lib/call/sprint-words.ts'

/** What is open over the list of sprints. */
export type SprintDialog = { kind: 'edit' | 'end' | 'delete' | 'task'; sprint: Sprint }
