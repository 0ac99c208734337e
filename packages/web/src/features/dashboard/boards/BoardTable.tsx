import type { BoardSummary } from '@rodada/contract/boards/boards'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { Swatch } from '../../../ui/fields/Swatch.tsx'
import { Marked } from '../../../ui/marks/Marked.tsx'
import classes from './BoardTable.module.css'
import { BoardVisibility } from './BoardTile.tsx'

/** Boards as rows, for those who compare: on phones only what does not fit beside the title is left out. */
export function BoardTable({ boards, query }: { boards: BoardSummary[]; query: string }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('dashboard:boards.table.board')}</th>
          <th scope="col">{t('dashboard:boards.table.visibility')}</th>
          <th scope="col" className={classes.number}>
            {t('dashboard:boards.table.people')}
          </th>
          <th scope="col" className={classes.number}>
            {t('dashboard:boards.table.cards')}
          </th>
          <th scope="col" className={classes.number}>
            {t('dashboard:boards.table.updated')}
          </th>
        </tr>
      </thead>
      <tbody>
        {boards.map((board) => (
          <tr key={board.id}>
            <th scope="row">
              <Link to="/board/$boardId" params={{ boardId: String(board.id) }} className={classes.link}>
                <Swatch color={board.color} size={30} />
                <span>
                  <b>
                    <Marked text={board.title} query={query} />
                  </b>
                  {board.description && <small>{board.description}</small>}
                </span>
              </Link>
            </th>
            <td>
              <BoardVisibility isPublic={board.is_public} />
            </td>
            <td className={classes.number}>{format.integer(board.member_count)}</td>
            <td className={classes.number}>{format.integer(board.card_count)}</td>
            <td className={classes.number}>
              <time dateTime={board.updated_at} title={format.dateTime(board.updated_at)}>
                {format.ago(board.updated_at)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
