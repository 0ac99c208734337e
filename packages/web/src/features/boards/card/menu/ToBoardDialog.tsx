import { Button } from '@mantine/core'
import type { BoardField as FieldOfBoard } from '@rodada/contract/boards/fields'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { boardFrameQuery, writableBoardsQuery } from '../../../../lib/call/board-queries.ts'
import { format } from '../../../../lib/dates/format.ts'
import { normalize } from '../../../../lib/text/normalize.ts'
import { Dialog, DialogActions } from '../../../../ui/dialog/Dialog.tsx'
import { BoardField } from '../../../../ui/fields/BoardField.tsx'
import { Field } from '../../../../ui/fields/Field.tsx'
import { FormProblem } from '../../../../ui/fields/FormProblem.tsx'
import classes from '../../../../ui/fields/fields.module.css'
import { Skeleton, SkeletonGroup } from '../../../../ui/states/Skeleton.tsx'
import { useBoardPart } from '../../session/board-session.ts'
import { useBoard } from '../../session/use-board.ts'
import { useCard } from '../card-context.ts'

/** Takes the card to a list of another board, and says before what changes by it. */
export function ToBoardDialog({ onClose, onTaken }: { onClose: () => void; onTaken: () => void }) {
  const { card } = useCard()
  const { boardId, actions } = useBoard()
  const { data, error } = useQuery(writableBoardsQuery)
  const boards = data?.filter(({ id }) => id !== boardId)
  const [chosen, setChosen] = useState<number | undefined>(undefined)
  const board = boards?.find(({ id }) => id === chosen) ?? boards?.[0]
  const frame = useQuery({ ...boardFrameQuery(board?.id ?? 0), enabled: board !== undefined })
  const lists = frame.data?.lists ?? []
  const [wanted, setWanted] = useState<number | null>(null)
  const list = lists.find(({ id }) => id === wanted) ?? lists[0]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!board || !list) return
    void actions.takeToBoard(card.id, { listId: list.id, boardTitle: board.title })
    onClose()
    onTaken()
  }
  return (
    <Dialog title={t('card:toBoard.title')} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <FormProblem text={error || frame.error ? t('card:toBoard.problem') : null} />
        {!boards && !error && (
          <SkeletonGroup>
            <Skeleton height="2.75rem" />
          </SkeletonGroup>
        )}
        {boards?.length === 0 && <p className={classes.hint}>{t('card:toBoard.none')}</p>}
        {board && boards && (
          <>
            <BoardField
              label={t('card:toBoard.board')}
              boards={boards}
              chosen={board.id}
              problem={undefined}
              onChoose={(id) => {
                setChosen(id)
                setWanted(null)
              }}
            />
            <Field label={t('card:toBoard.list')}>
              {(control) => (
                <select
                  {...control}
                  className={classes.select}
                  value={list?.id}
                  disabled={lists.length === 0}
                  onChange={(event) => setWanted(Number(event.currentTarget.value))}
                >
                  {lists.map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            {frame.data && <Consequences there={frame.data} />}
          </>
        )}
        <DialogActions onCancel={onClose}>
          <Button variant="filled" type="submit" disabled={!list}>
            {t('card:toBoard.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const noFields: readonly FieldOfBoard[] = []

type There = {
  members: readonly { user: { id: number } }[]
  labels: readonly { name: string }[]
  fields: readonly Pick<FieldOfBoard, 'name' | 'type'>[]
}

/** What the card loses or gets by it, as far as it is not the same there. */
function Consequences({ there: { members, labels, fields } }: { there: There }) {
  const { card } = useCard()
  const own = useBoardPart(({ frame }) => frame.fields, noFields)
  const names = new Set(labels.map(({ name }) => normalize(name)))
  const missing = card.labels.filter(({ name }) => !names.has(normalize(name))).map(({ name }) => name)
  const isThere = (field: There['fields'][number]) =>
    fields.some(({ name, type }) => type === field.type && normalize(name) === normalize(field.name))
  const lost = own.filter((field) => card.fields[field.id] !== undefined && !isThere(field)).map(({ name }) => name)
  const person = card.assigned_user
  const loses = person !== null && !members.some(({ user }) => user.id === person.id)
  return (
    <ul className={classes.hint} aria-label={t('card:toBoard.changes')}>
      <li>{t('card:toBoard.key', { key: card.key })}</li>
      {card.sprint && <li>{t('card:toBoard.sprint', { sprint: card.sprint.nome })}</li>}
      {loses && <li>{t('card:toBoard.person', { name: person.name })}</li>}
      {missing.length > 0 && <li>{t('card:toBoard.labels', { labels: format.list(missing) })}</li>}
      {lost.length > 0 && <li>{t('card:toBoard.fields', { fields: format.list(lost) })}</li>}
    </ul>
  )
}
