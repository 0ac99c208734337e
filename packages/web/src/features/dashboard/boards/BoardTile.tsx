import type { BoardSummary } from '@rodada/contract/boards/boards'
import { IconLock, IconWorld } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { Swatch } from '../../../ui/fields/Swatch.tsx'
import { Marked } from '../../../ui/marks/Marked.tsx'
import classes from './BoardTile.module.css'

/** A board as a tile that opens it. `full` tells what it is about and who sees it; otherwise it is a line. */
export function BoardTile({ board, full = false, query = '' }: { board: BoardSummary; full?: boolean; query?: string }) {
  const { id, title, description, color, card_count, member_count } = board
  return (
    <Link to="/board/$boardId" params={{ boardId: String(id) }} className={classes.tile} data-full={full}>
      <Swatch color={color} size={40} />
      <span className={classes.name}>
        <b title={title}>
          <Marked text={title} query={query} />
        </b>
        <span>
          {t('dashboard:boards.cards', { count: card_count })}
          {full && `, ${t('dashboard:boards.people', { count: member_count })}`}
        </span>
      </span>
      {full && <BoardVisibility isPublic={board.is_public} />}
      {full && description && <span className={classes.about}>{description}</span>}
    </Link>
  )
}

/** Who sees a board, as a quiet sign. */
export function BoardVisibility({ isPublic }: { isPublic: boolean }) {
  const Icon = isPublic ? IconWorld : IconLock
  return (
    <span className={classes.visibility}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {t(isPublic ? 'dashboard:boards.public' : 'dashboard:boards.private')}
    </span>
  )
}
