import { useEffect, useMemo, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { noFilter } from '../../ui/filters/card-filter.ts'
import { createKanbanController } from '../../ui/kanban/kanban-controller.ts'
import { createSelection } from '../../ui/kanban/selection.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { CardFrame } from './card/CardFrame.tsx'
import { CardGone, CardLoading } from './card/CardStates.tsx'
import { createArchive } from './session/archiving.ts'
import { type BoardSession, BoardSessionContext, openBoardSession, useSnapshot } from './session/board-session.ts'
import { type BoardDialog, type BoardUi, BoardUiContext } from './session/board-ui.ts'

const BoardDialogs = lazyPart(async () => (await import('./dialogs/BoardDialogs.tsx')).BoardDialogs, { texts: ['boardDialogs', 'decks'] })

// Loaded as the board loads it: a part of this one would be a part of the board, too.
const CardWindow = lazyPart(async () => (await import('./card/CardWindow.tsx')).CardWindow, { texts: ['card', 'conflict', 'work'] })

type Props = {
  boardId: number
  cardId: number
  onClose: () => void
  /** A window over the page instead of a part of it. */
  isWindow?: boolean
}

/** A card on a page that is not its board, current for as long as it is on screen. */
export function CardPane({ boardId, ...props }: Props) {
  const [session, setSession] = useState<BoardSession | null>(null)
  useEffect(() => {
    const opened = openBoardSession(boardId)
    setSession(opened)
    return () => {
      opened.sync.close()
      setSession(null)
    }
  }, [boardId])
  if (!session) return props.isWindow ? null : <CardLoading />
  return (
    <BoardSessionContext value={session}>
      <Pane session={session} {...props} />
    </BoardSessionContext>
  )
}

function Pane({ session, cardId, onClose, isWindow = false }: { session: BoardSession } & Omit<Props, 'boardId'>) {
  const phase = useSnapshot((snapshot) => snapshot.phase)
  const isLoaded = useSnapshot(({ board }) => board !== null)
  const [dialog, open] = useState<BoardDialog | null>(null)
  const ui = useMemo<BoardUi>(
    () => ({
      ...{ kanban: createKanbanController(), selection: createSelection(), filter: noFilter, setFilter: () => {}, matches: null },
      ...{ addingTo: null, setAddingTo: () => {}, renaming: null, setRenaming: () => {}, filterOpen: false, setFilterOpen: () => {} },
      open,
      archive: createArchive(session, open),
    }),
    [session],
  )
  if (phase === 'missing' || phase === 'gone') {
    const gone = <CardGone cardId={cardId} wasShown={false} onClose={onClose} />
    return isWindow ? (
      <CardFrame cardId={cardId} label={t('card:loadingTitle')} isPane={false} onClose={onClose}>
        {gone}
      </CardFrame>
    ) : (
      gone
    )
  }
  // A window opens when it has something to show.
  if (!isLoaded && phase !== 'error') return isWindow ? null : <CardLoading />
  return (
    <BoardUiContext value={ui}>
      <CardWindow key={cardId} cardId={cardId} onClose={onClose} isPane={!isWindow} />
      {dialog && <BoardDialogs dialog={dialog} onClose={() => open(null)} onOpenCard={() => {}} />}
    </BoardUiContext>
  )
}
