import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type BoardViewName, viewOf, viewWord } from '../../../ui/board/view-address.ts'
import { changeBoardLook, useBoardLook } from './board-look.ts'
import { useSession } from './board-session.ts'

/** How the board is looked at: as its address says, or else as this person did last. */
export function useBoardView(): { view: BoardViewName; setView: (view: BoardViewName) => void } {
  const { boardId } = useSession()
  const { visao } = useSearch({ from: '/board/$boardId' })
  const { view } = useBoardLook(boardId)
  const navigate = useNavigate({ from: '/board/$boardId' })
  const setView = useCallback(
    (next: BoardViewName) => {
      changeBoardLook(boardId, { view: next })
      void navigate({ search: (before) => ({ ...before, visao: viewWord(next) }) })
    },
    [boardId, navigate],
  )
  return { view: viewOf(visao) ?? view, setView }
}
