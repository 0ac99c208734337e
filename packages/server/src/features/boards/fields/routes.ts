import type { ActivityKind } from '@rodada/contract/boards/activities'
import { type BoardField, boardFieldsApi } from '@rodada/contract/boards/fields'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { invalid, stale } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import type { Work } from '../../../platform/work.ts'
import { fieldChanged, happened } from '../events.ts'
import { boardPolicy } from '../policy.ts'
import { type BoardRow, changeBoard, getBoardAccess } from '../queries.ts'
import type { Write } from '../write.ts'
import {
  addField,
  countCardsWith,
  deleteField,
  getField,
  type OptionChange,
  optionsWithout,
  placeField,
  replaceOptions,
  updateField,
} from './queries.ts'

/** The fields of a board: what they are called and hold. What cards have in them is written with the cards. */
export function fieldRoutes(route: Route, { db }: Pick<Deps, 'db'>, write: Write): void {
  /** One change of a board's fields, with its activity; `subject` is undefined when nothing changed. */
  type FieldChange<T> = (work: Work, board: BoardRow) => Promise<{ subject: string | undefined; result: T }>
  const writeField = <T>(viewer: Viewer, boardId: number, kind: ActivityKind, change: FieldChange<T>) =>
    write(viewer, async (work) => {
      const board = await changeBoard(work.trx, viewer, boardId, boardPolicy.administer)
      const { subject, result } = await change(work, board)
      if (subject !== undefined) await work.emit(happened, { board_id: boardId, kind, subject })
      return { boardId, revision: subject === undefined ? null : board.revision, result }
    })

  route(boardFieldsApi.add, ({ viewer, params: { boardId }, body: { options = [], ...field } }) =>
    writeField(viewer, boardId, 'field.created', async ({ trx }) => {
      requireChoice(field, options)
      const result = await addField(trx, boardId, { ...field, options })
      return { subject: field.name, result }
    }),
  )

  route(boardFieldsApi.get, async ({ viewer, params: { boardId, fieldId } }) => {
    await getBoardAccess(db, viewer, boardId)
    const field = await getField(db, boardId, fieldId)
    return { ...field, card_count: await countCardsWith(db, fieldId) }
  })

  route(boardFieldsApi.update, ({ viewer, params: { boardId, fieldId }, body: { version, options, position, ...change } }) =>
    writeField(viewer, boardId, 'field.updated', async (work, board) => {
      const { trx } = work
      const field = await getField(trx, boardId, fieldId)
      const newTexts = change.name !== undefined || options !== undefined
      if (newTexts && version !== undefined && version !== field.version) throw stale(field)
      if (options) requireChoice(field, options)
      const newOptions = options !== undefined && !sameOptions(field, options)
      if (newOptions) {
        const gone = optionsWithout(field, options)
        if (gone.length > 0) await work.emit(fieldChanged, { board, fieldId, gone })
        await replaceOptions(trx, field, options)
      }
      await updateField(trx, field, { ...change, newOptions })
      if (change.on_card !== undefined && change.on_card !== field.on_card)
        await work.emit(fieldChanged, { board, fieldId, gone: 'nothing' })
      if (position !== undefined) await placeField(trx, boardId, fieldId, position)
      const result = await getField(trx, boardId, fieldId)
      return { subject: JSON.stringify(result) === JSON.stringify(field) ? undefined : result.name, result }
    }),
  )

  route(boardFieldsApi.remove, ({ viewer, params: { boardId, fieldId } }) =>
    writeField(viewer, boardId, 'field.deleted', async (work, board) => {
      const { name } = await getField(work.trx, boardId, fieldId)
      await work.emit(fieldChanged, { board, fieldId, gone: 'all' })
      await deleteField(work.trx, fieldId)
      return { subject: name, result: {} }
    }),
  )
}

/** That options are only given to a choice. @throws AppError 400 */
function requireChoice({ type }: Pick<BoardField, 'type'>, options: readonly unknown[]): void {
  if (options.length > 0 && type !== 'choice') throw invalid({ options: texts.fieldHasNoOptions })
}

const sameOptions = (field: BoardField, options: readonly OptionChange[]): boolean =>
  options.length === field.options.length &&
  field.options.every(({ id, name, color }, index) => {
    const option = options[index]
    return option?.id === id && option.name === name && option.color === color
  })
