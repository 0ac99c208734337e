import type { BoardChanges } from '@rodada/contract/boards/boards'
import { Swatch } from '../../ui/fields/Swatch.tsx'
import classes from './BoardParts.module.css'

/** The name of a board above one of its parts, with its tile. */
export function BoardTitle({ board }: { board: Pick<BoardChanges, 'title' | 'color'> }) {
  return (
    <div className={classes.name}>
      <Swatch color={board.color} />
      <h1>{board.title}</h1>
    </div>
  )
}
