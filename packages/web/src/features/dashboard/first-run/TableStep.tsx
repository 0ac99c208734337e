import { Button, TextInput } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { BoardSummary } from '@rodada/contract/boards/boards'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { openRoomWith } from '../../../lib/open-room.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from './FirstSteps.module.css'

/** Step three: the first story goes to the board and to a table, which opens. */
export function TableStep({ board }: { board: BoardSummary }) {
  const [title, setTitle] = useState('')
  const navigate = useNavigate()
  // A person who tries again, because no room opened, has the card already.
  const made = useRef<number>(undefined)
  const check = (): Record<string, string> => (title.trim() === '' ? { title: t('texts:cardTitleRequired') } : {})
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () => {
    made.current ??= await addFirst(board.id, title.trim())
    const roomId = await openRoomWith([made.current], board.title)
    await navigate({ to: '/votacao/$roomId', params: { roomId } })
  })
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form} aria-label={t('firstRun:table.title')}>
      <FormProblem text={problem} />
      <TextInput
        name="title"
        label={t('firstRun:table.story')}
        placeholder={t('firstRun:table.example')}
        value={title}
        error={problems.title}
        maxLength={limits.cardTitle}
        autoComplete="off"
        onChange={(event) => {
          setTitle(event.currentTarget.value)
          mend('title')
        }}
      />
      <Button type="submit" variant="filled" loading={sending}>
        {t('firstRun:table.submit')}
      </Button>
    </form>
  )
}

/** A card in the first list of a board. @returns its id */
async function addFirst(boardId: number, title: string): Promise<number> {
  const [list] = await call(boardsApi.lists, { params: { boardId }, query: { cards: 'none' } })
  if (!list) throw new Error(t('texts:boardWithoutLists'))
  const card = await call(listCardsApi.create, { params: { boardId, listId: list.id }, body: { title } })
  return card.id
}
