import type { Generated } from 'kysely'

/** Files of cards, and the bytes behind them. */
export type FileTables = {
  files: {
    id: Generated<number>
    /** That of its card, so that a board's files are added up without reading its cards. */
    board_id: number
    card_id: number
    sha256: string
    name: string
    user_id: number | null
    created_at: string
    deleted_at: string | null
    /** The name, folded; null until a job fills it, where the version before wrote. */
    search_text: string | null
  }
  /** Equal bytes are stored once. What they are and how they look follows from them. */
  blobs: {
    /** 64 hexadecimal digits. */
    sha256: string
    /** The name in the store. It is given once and never again, so that what removes it cannot meet what stores the same bytes again. */
    object_name: string
    size: number
    type: string
    width: number | null
    height: number | null
    preview_name: string | null
    created_at: string
    /** Since when no file refers to it. */
    unused_since: string | null
  }
  /** SQLite only, as `comment_search_queue`: for the index `card_search_files`. */
  file_search_queue: { file_id: number }
  /** Objects in the store that no blob refers to: uploads under way, and what is to be removed. */
  stray_objects: { object_name: string; remove_after: string }
}
