import type { ImportSourceName } from '@rodada/contract/boards/import-settings'
import type { Reader } from '../model.ts'

/** How the file of each tool is read. Only the one that is asked for is loaded: all of them take longer than a small file. */
export const readers: Record<ImportSourceName, Reader> = {
  csv: async (...file) => (await import('./csv.ts')).readCsv(...file),
  github: async (...file) => (await import('./github.ts')).readGithub(...file),
  jira: async (...file) => (await import('./jira.ts')).readJira(...file),
  planka: async (...file) => (await import('./planka.ts')).readPlanka(...file),
  rodada: async (...file) => (await import('./rodada.ts')).readRodada(...file),
  trello: async (...file) => (await import('./trello.ts')).readTrello(...file),
}
