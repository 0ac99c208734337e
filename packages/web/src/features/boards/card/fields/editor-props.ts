import type { BoardField } from '@rodada/contract/boards/fields'
import type { FieldValue } from '@rodada/contract/cards/field-values'

/** What a field of each type is filled in with; null empties it. */
export type EditorProps = { field: BoardField; value: FieldValue | null; onFill: (value: FieldValue | null) => void }
