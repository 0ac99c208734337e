import type { Sprint } from '@rodada/contract/sprints'

/** What is open over the list of sprints. */
export type SprintDialog = { kind: 'edit' | 'end' | 'delete' | 'task'; sprint: Sprint }
