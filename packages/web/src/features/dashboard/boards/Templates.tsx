import type { BoardSummary } from '@rodada/contract/boards/boards'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { t } from '../../../i18n/index.ts'
import { templatesQuery } from '../api.ts'
import classes from './BoardsView.module.css'
import { BoardTable } from './BoardTable.tsx'
import { BoardTile } from './BoardTile.tsx'

type As = 'boards' | 'list'

/** Boards that others are made from, apart from those that are worked on; nothing while there are none. */
export function Templates({ as }: { as: As }) {
  const id = useId()
  const { data: templates = [] } = useQuery(templatesQuery)
  if (templates.length === 0) return null
  return (
    <section className={classes.templates} aria-labelledby={id}>
      <h2 id={id}>{t('dashboard:boards.templates')}</h2>
      <BoardsAs as={as} boards={templates} query="" />
    </section>
  )
}

/** Boards as tiles or as a table. */
export function BoardsAs({ as, boards, query }: { as: As; boards: BoardSummary[]; query: string }) {
  if (as === 'list') return <BoardTable boards={boards} query={query} />
  return (
    <ul className={classes.tiles}>
      {boards.map((board) => (
        <li key={board.id}>
          <BoardTile board={board} full query={query} />
        </li>
      ))}
    </ul>
  )
}
