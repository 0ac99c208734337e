import { boardsApi } from '@rodada/contract/boards/board-calls'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import fields from '../../../ui/fields/fields.module.css'
import { undoToast } from '../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { archiveNow } from '../session/archiving.ts'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { cardIdsOf } from '../session/board-state.ts'
import type { ArchiveQuestion, BoardDialog } from '../session/board-ui.ts'
import { deleteList } from './deleting.ts'

type Asked = Extract<BoardDialog, { kind: 'archivePlanned' | 'deleteList' | 'deleteBoard' | 'leave' }>
type Props = { asked: Asked; onClose: () => void }

/** The questions before what many people would notice. */
export function ConfirmModal({ asked, onClose }: Props) {
  if (asked.kind === 'archivePlanned') return <ArchivePlanned asked={asked} onClose={onClose} />
  if (asked.kind === 'deleteList') return <DeleteList listId={asked.listId} onClose={onClose} />
  return asked.kind === 'leave' ? <Leave onClose={onClose} /> : <DeleteBoard onClose={onClose} />
}

/** What is archived goes from its sprint too, with what was done: nobody should find that out from the report. */
function ArchivePlanned({ asked, onClose }: { asked: ArchiveQuestion; onClose: () => void }) {
  const session = useSession()
  const { kind, id } = asked.what
  const title = useBoardPart(
    ({ lists, cards }) => (kind === 'card' ? cards.get(id) : lists.find((list) => list.id === id))?.title,
    undefined,
  )
  if (title === undefined) return null
  return (
    <ConfirmDialog
      title={t(kind === 'card' ? 'boardDialogs:confirm.archiveCardTitle' : 'boardDialogs:confirm.archiveListTitle', { title })}
      text={asked.planned.map(({ sprint, count }) => t('boardDialogs:confirm.archivePlanned', { sprint, count })).join(' ')}
      action={t(kind === 'card' ? 'boards:edit.archive' : 'boards:list.archive')}
      danger={false}
      // It goes at once and comes back when refused: nothing to wait for.
      onConfirm={async () => void archiveNow(session, asked.what)}
      onClose={onClose}
    />
  )
}

function DeleteList({ listId, onClose }: { listId: number; onClose: () => void }) {
  const session = useSession()
  const lists = useBoardPart((board) => board.lists, [])
  const count = useBoardPart((board) => cardIdsOf(board, listId).length, 0)
  const id = useId()
  const [chosen, setChosen] = useState<number>()
  const list = lists.find((each) => each.id === listId)
  const target = lists.find((each) => each.id === chosen && each.id !== listId)
  if (!list) return null
  const said = target
    ? `${t('boards:list.deleteKeeps', { count, list: target.title })} ${t('boards:list.deleteStatus', { count, status: t(`status.${target.status}`) })}`
    : t('boards:list.deleteText', { count })
  return (
    <ConfirmDialog
      title={t('boards:list.deleteTitle', { list: list.title })}
      text={said}
      action={t('boards:list.delete')}
      // The list goes at once and comes back when refused: nothing to wait for.
      onConfirm={async () => void deleteList(session, listId, target?.id)}
      onClose={onClose}
    >
      {count > 0 && lists.length > 1 && (
        <div className={fields.field}>
          <label htmlFor={id}>{t('boards:list.deleteTarget', { count })}</label>
          <select
            id={id}
            className={fields.select}
            value={target?.id ?? ''}
            onChange={({ currentTarget: { value } }) => setChosen(value === '' ? undefined : Number(value))}
          >
            <option value="">{t('boards:list.deleteToo')}</option>
            {lists
              .filter((each) => each.id !== listId)
              .map((each) => (
                <option key={each.id} value={each.id}>
                  {t('boards:list.deleteInto', { list: each.title })}
                </option>
              ))}
          </select>
        </div>
      )}
    </ConfirmDialog>
  )
}

function DeleteBoard({ onClose }: { onClose: () => void }) {
  const { boardId, sync } = useSession()
  const navigate = useNavigate()
  const title = useBoardPart(({ frame }) => frame.title, '')
  const restore = async () => {
    try {
      await call(boardsApi.restore, { params: { boardId } })
      await navigate({ to: '/board/$boardId', params: { boardId: String(boardId) } })
    } catch (reason) {
      tellProblem(t('boards:problems.restore'), reason)
    }
  }
  const remove = async () => {
    try {
      await sync.leave(() => call(boardsApi.remove, { params: { boardId } }))
      await navigate({ to: '/trello' })
      undoToast(t('boardDialogs:confirm.deletedBoard', { title }), () => void restore())
    } catch (reason) {
      tellProblem(t('boards:problems.deleteBoard'), reason)
    }
  }
  return (
    <ConfirmDialog
      title={t('boardDialogs:confirm.deleteBoardTitle', { title })}
      text={t('boardDialogs:confirm.deleteBoardText')}
      action={t('boardDialogs:confirm.deleteBoard')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

function Leave({ onClose }: { onClose: () => void }) {
  const { boardId, sync } = useSession()
  const navigate = useNavigate()
  const leave = async () => {
    const userId = readUserData()?.id
    if (userId === undefined) return tellProblem(t('boards:problems.signedOut'), null)
    try {
      await sync.leave(() => call(boardsApi.removeMember, { params: { boardId, userId } }))
      await navigate({ to: '/trello' })
    } catch (reason) {
      tellProblem(t('boards:problems.leave'), reason)
    }
  }
  return (
    <ConfirmDialog
      title={t('boardDialogs:members.leaveConfirm')}
      text={t('boardDialogs:members.leaveText')}
      action={t('boardDialogs:members.leave')}
      onConfirm={leave}
      onClose={onClose}
    />
  )
}
