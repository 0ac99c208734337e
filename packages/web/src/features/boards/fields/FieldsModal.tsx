import { Button } from '@mantine/core'
import { type BoardField, boardFieldsApi } from '@rodada/contract/boards/fields'
import { limits } from '@rodada/contract/core/limits'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { useBoard } from '../session/use-board.ts'
import { FieldForm } from './FieldForm.tsx'
import own from './Fields.module.css'

/** The fields of a board: add, rename, order, colour, show on cards, delete. */
export function FieldsModal({ onClose }: { onClose: () => void }) {
  const { fields } = useBoard()
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const [deleting, setDeleting] = useState<BoardField | null>(null)
  if (deleting) return <DeleteField field={deleting} onClose={() => setDeleting(null)} />
  return (
    <Dialog title={t('fields:title')} size={520} onClose={onClose}>
      {fields.length === 0 && editing === null && <EmptyState art="board" title={t('fields:none')} text={t('fields:noneText')} />}
      <ul className={classes.rows}>
        {fields.map((field) => (
          <li key={field.id}>
            {editing === field.id ? (
              <FieldForm field={field} onClose={() => setEditing(null)} />
            ) : (
              <FieldRow field={field} count={fields.length} onEdit={() => setEditing(field.id)} onDelete={() => setDeleting(field)} />
            )}
          </li>
        ))}
      </ul>
      {editing === 'new' ? (
        <FieldForm field={null} onClose={() => setEditing(null)} />
      ) : (
        fields.length < limits.boardFields && (
          <Button className={own.new} leftSection={<IconPlus aria-hidden />} onClick={() => setEditing('new')} data-autofocus>
            {t('fields:new')}
          </Button>
        )
      )}
    </Dialog>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type RowProps = { field: BoardField; count: number; onEdit: () => void; onDelete: () => void }

function FieldRow({ field: { id, name, type, on_card, position, options }, count, onEdit, onDelete }: RowProps) {
  const { writes, boardId } = useBoard()
  const move = async (to: number) => {
    const put = () => call(boardFieldsApi.update, { params: { boardId, fieldId: id }, body: { position: to } })
    if (await writes.perform(null, put, t('fields:problem'))) announce(t('fields:moved', { name, position: to + 1, count }))
  }
  return (
    <>
      <span className={classes.rowText}>
        <span>{name}</span>
        <small>
          {t(`fields:types.${type}`)}
          {type === 'choice' && ` · ${options.map((option) => option.name).join(', ')}`}
          {on_card && ` · ${t('fields:shown')}`}
        </small>
      </span>
      <IconButton label={t('fields:up', { name })} disabled={position === 0} onClick={() => void move(position - 1)}>
        <IconArrowUp {...icon} />
      </IconButton>
      <IconButton label={t('fields:down', { name })} disabled={position === count - 1} onClick={() => void move(position + 1)}>
        <IconArrowDown {...icon} />
      </IconButton>
      <IconButton label={t('fields:edit', { name })} onClick={onEdit}>
        <IconPencil {...icon} />
      </IconButton>
      <IconButton label={t('fields:delete', { name })} onClick={onDelete}>
        <IconTrash {...icon} />
      </IconButton>
    </>
  )
}

/** Asks, and says how many cards lose something. */
function DeleteField({ field: { id, name }, onClose }: { field: BoardField; onClose: () => void }) {
  const { writes, boardId } = useBoard()
  const params = { boardId, fieldId: id }
  const { data } = useQuery({
    queryKey: ['board', boardId, 'field', id],
    queryFn: ({ signal }) => call(boardFieldsApi.get, { params, signal }),
    gcTime: 0,
  })
  return (
    <ConfirmDialog
      title={t('fields:deleteTitle', { name })}
      text={data ? t('fields:deleteText', { count: data.card_count }) : '…'}
      action={t('fields:deleteSubmit')}
      onConfirm={() => writes.perform(null, () => call(boardFieldsApi.remove, { params }), t('fields:deleteProblem'))}
      onClose={onClose}
    />
  )
}
