import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { ownBoardsQuery } from './api.ts'
import classes from './programs.module.css'

/** Above so many boards one looks for them by name. */
const manyBoards = 8

type Props = {
  chosen: ReadonlyMap<number, string>
  problem: string | undefined
  onChoose: (chosen: ReadonlyMap<number, string>) => void
}

/** Which boards a token is for. */
export function BoardChoices({ chosen, problem, onChoose }: Props) {
  const id = useId()
  const { data: boards, error } = useQuery(ownBoardsQuery(readUserData()?.id ?? 0))
  const [q, setQ] = useState('')
  const choose = (board: { id: number; title: string }, on: boolean) => {
    const others = [...chosen].filter(([known]) => known !== board.id)
    onChoose(new Map(on ? [...others, [board.id, board.title]] : others))
  }
  const shown = boards?.filter(({ title }) => title.toLocaleLowerCase().includes(q.toLocaleLowerCase()))
  return (
    <fieldset className={classes.choices} aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend className="sr-only">{t('programs:form.chosenBoards')}</legend>
      {boards && boards.length > manyBoards && <SearchBox label={t('programs:form.findBoard')} value={q} onSearch={setQ} />}
      {!boards && !error && (
        <SkeletonGroup>
          <Skeleton height="5rem" radius="8px" />
        </SkeletonGroup>
      )}
      {error && !boards && <p role="alert">{error.message}</p>}
      {boards?.length === 0 && <p className={classes.none}>{t('programs:form.noBoards')}</p>}
      {shown && shown.length > 0 && (
        <div className={classes.list}>
          {shown.map((board) => (
            <label key={board.id}>
              <input
                type="checkbox"
                name="board_ids"
                checked={chosen.has(board.id)}
                onChange={(event) => choose(board, event.currentTarget.checked)}
              />
              <span>{board.title}</span>
            </label>
          ))}
        </div>
      )}
      {boards && boards.length > 0 && shown?.length === 0 && <p className={classes.none}>{t('programs:form.notFound')}</p>}
      {problem && (
        <p id={`${id}-problem`} role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
