import type { ImportSourceName } from '@rodada/contract/boards/import-settings'
import type { Reader } from '../model.ts'
import { readCsv } from './csv.ts'
import { readRodada } from './rodada.ts'
import { readTrello } from './trello.ts'

/** How the file of each tool is read; without one, the tool is not known yet. */
export const readers: Partial<Record<ImportSourceName, Reader>> = {
  csv: readCsv,
  rodada: readRodada,
  trello: readTrello,
}
