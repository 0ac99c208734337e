import type { ImportPhase, ImportSourceName, ImportStatus } from '@rodada/contract/boards/import-settings'
import type { Generated } from 'kysely'

/** Boards that are brought from other tools. */
export type ImportTables = {
  imports: {
    id: Generated<number>
    user_id: number
    /** With which personal token a program of theirs sent it; the token may be gone. */
    token_id: number | null
    source: ImportSourceName
    file_name: string
    status: ImportStatus
    /** What there is to do; null for nothing. */
    step: 'read' | 'write' | 'undo' | null
    /** Which process does it. */
    process_id: string | null
    /** The file as it came, and what was read of it, in the store of files; null when it is over. */
    object_name: string | null
    bundle_name: string | null
    /** Which board it is, by its id in the other tool. */
    origin: string | null
    /** JSON object, see `BundleHead`. */
    head: string | null
    /** JSON object: what the person chose. */
    choices: Generated<string>
    /** JSON object: which lists, labels, fields, options and people of the file are which here. */
    maps: Generated<string>
    board_id: number | null
    /** 1 when the import made the board: until it is whole, the board counts as deleted. */
    is_new: Generated<number>
    /** Lines of the bundle that are written, and the byte at which the next one begins. */
    line: Generated<number>
    byte: Generated<number>
    /** Cards that are written, of how many. */
    done: Generated<number>
    total: Generated<number>
    /** Cards that it added. */
    made: Generated<number>
    /** With what files are fetched, sealed; null unless one was given, and again as soon as the import is over. */
    secret: string | null
    /** The byte of the bundle from which on files are to be fetched, and how many are settled, of how many. */
    files_byte: Generated<number>
    files_done: Generated<number>
    files_total: Generated<number>
    phase: ImportPhase | null
    /** JSON object, see `Problem`. */
    problem: string | null
    /** JSON array, see `LeftOut`. */
    left_out: Generated<string>
    created_at: string
    finished_at: string | null
    undo_until: string | null
  }
  /** What of a board came from where. `digest` is that of what was said there, last. */
  import_sources: { board_id: number; source: string; kind: string; source_id: string; local_id: number; digest: string }
  /** What an import did on a board that was there before: null `earlier` for what it added, else a JSON object of what was there. */
  import_changes: { id: Generated<number>; import_id: number; kind: string; local_id: number; source_id: string; earlier: string | null }
}
