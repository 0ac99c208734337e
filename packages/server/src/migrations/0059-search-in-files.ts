import type { Migration } from 'kysely/migration'
import { searchIn } from './0051-search-in-talk.ts'

/** Files are found by their names, as comments are by what they say. */
export const searchInFiles: Migration = {
  up: searchIn([{ table: 'files', text: 'name', index: 'card_search_files', queue: 'file_search_queue', id: 'file_id' }]),
}
