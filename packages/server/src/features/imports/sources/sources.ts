import type { ImportSourceName } from '@rodada/contract/boards/import-settings'
import type { Reader } from '../model.ts'
import { readCsv } from './csv.ts'
import { readGithub } from './github.ts'
import { readJira } from './jira.ts'
import { readPlanka } from './planka.ts'
import { readRodada } from './rodada.ts'
import { readTrello } from './trello.ts'

/** How the file of each tool is read. */
export const readers: Record<ImportSourceName, Reader> = {
  csv: readCsv,
  github: readGithub,
  jira: readJira,
  planka: readPlanka,
  rodada: readRodada,
  trello: readTrello,
}
