import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePageName } from '../../lib/text/page-name.ts'
import { viewOf } from '../../ui/board/view-address.ts'
import { BoardFailed, BoardLoading, BoardMissing } from './BoardStates.tsx'
import { BoardView } from './BoardView.tsx'
import { useBoardLook } from './session/board-look.ts'
import { type BoardSession, BoardSessionContext, openBoardSession, useSnapshot } from './session/board-session.ts'
import { fetchView } from './views/parts.ts'

/** The board of the address, kept current for as long as it is on screen. `?card=` opens a card of it. */
export function BoardScreen() {
  const { boardId } = useParams({ from: '/board/$boardId' })
  const id = Number(boardId)
  const { visao } = useSearch({ from: '/board/$boardId' })
  const { view: last } = useBoardLook(id)
  const view = viewOf(visao) ?? last
  useEffect(() => fetchView(view), [view])
  const [session, setSession] = useState<BoardSession | null>(null)
  useEffect(() => {
    const opened = openBoardSession(id)
    setSession(opened)
    return () => {
      opened.sync.close()
      setSession(null)
    }
  }, [id])
  if (!session) return <BoardLoading />
  return (
    <BoardSessionContext value={session}>
      <BoardPhases />
    </BoardSessionContext>
  )
}

function BoardPhases() {
  const phase = useSnapshot((snapshot) => snapshot.phase)
  const board = useSnapshot((snapshot) => snapshot.board)
  const { card } = useSearch({ from: '/board/$boardId' })
  usePageName(board?.frame.title)
  const asked = Number(card)
  const cardId = card !== undefined && Number.isInteger(asked) && asked > 0 ? asked : null
  if (phase === 'missing' || phase === 'gone') return <BoardMissing wasShown={phase === 'gone'} cardId={cardId} />
  if (phase === 'error') return <BoardFailed />
  if (!board) return <BoardLoading />
  return <BoardView board={board} cardId={cardId} />
}
