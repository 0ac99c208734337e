/** Constants of imports, free of schemas. */

/** Tools whose boards can be brought, by what they export; 'rodada' is a board that was exported here or elsewhere. */
export const importSources = ['trello', 'jira', 'planka', 'github', 'csv', 'rodada'] as const
export type ImportSourceName = (typeof importSources)[number]

export const importStatuses = ['reading', 'ready', 'running', 'done', 'failed', 'cancelled', 'undone'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** What is under way while something is: the file is read, lists, labels and fields are made, cards are, files are fetched, or all of it is taken back. */
export const importPhases = ['reading', 'board', 'cards', 'relations', 'files', 'undoing'] as const
export type ImportPhase = (typeof importPhases)[number]

/** What a column of a CSV is: 'field' becomes a field of the board with the column's name, 'none' is left out. */
export const csvTargets = [
  'none',
  'field',
  'id',
  'title',
  'description',
  'list',
  'labels',
  'assignee',
  'participants',
  'start_date',
  'due_date',
  'priority',
  'estimate',
  'hours',
  'notes',
  'checklist',
  'parent',
  'created_at',
  'completed_at',
  'archived_at',
  'status',
] as const
export type CsvTarget = (typeof csvTargets)[number]

/** For how many days an import can be undone. */
export const undoImportDays = 7
