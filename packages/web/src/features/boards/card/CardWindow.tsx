import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useEscapeBehind } from '../../../ui/cards/use-escape-behind.ts'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { useBoardUi } from '../session/board-ui.ts'
import { useBoard } from '../session/use-board.ts'
import { CardBody } from './CardBody.tsx'
import { CardFrame } from './CardFrame.tsx'
import { CardFailed, CardGone, CardLoading } from './CardStates.tsx'
import classes from './CardWindow.module.css'
import { CardContext, type CardContextValue } from './card-context.ts'
import { UnsavedDialog } from './texts/UnsavedDialog.tsx'
import { useCardStore } from './use-card.ts'
import { handleCardKeys } from './use-card-keys.ts'

type Props = { cardId: number; onClose: () => void; isPane?: boolean }

/** A whole card over its board: texts left, facts right; on phones a sheet that fills the screen. As a pane, part of a page. */
export function CardWindow({ cardId, onClose, isPane = false }: Props) {
  const board = useBoard()
  const { archive } = useBoardUi()
  const store = useCardStore(cardId)
  const { card, attempt, write, receive } = store
  const [pop, setPop] = useState<string | null>(null)
  const [popBox, setPopBox] = useState<HTMLElement | null>(null)
  const [asking, setAsking] = useState(false)
  const unsaved = useRef(new Map<string, string>())
  const discarders = useRef(new Set<() => void>())

  const setUnsaved = useCallback((field: string, text: string | null) => {
    if (text === null) unsaved.current.delete(field)
    else unsaved.current.set(field, text)
  }, [])
  const onDiscard = useCallback((listener: () => void) => {
    discarders.current.add(listener)
    return () => discarders.current.delete(listener)
  }, [])

  const isElsewhere = card !== undefined && card.board_id !== board.boardId
  const isGone = store.isGone || isElsewhere
  const canWrite = card?.archived_at === null && card.can.write && board.can.write
  const context = useMemo<CardContextValue | null>(
    () => (card ? { card, canWrite, attempt, write, receive, pop, setPop, popBox, setUnsaved, onDiscard } : null),
    [card, canWrite, attempt, write, receive, pop, popBox, setUnsaved, onDiscard],
  )

  const requestClose = () => {
    if (unsaved.current.size > 0 && !isGone) setAsking(true)
    else onClose()
  }
  useEscapeBehind(() => !isPane, requestClose, { first: true })
  const archiveIt = () => {
    void archive({ kind: 'card', id: cardId })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.stopPropagation()
      requestClose()
    } else handleCardKeys(event, popBox?.parentElement ?? null, canWrite ? archiveIt : null)
  }
  return (
    // The dialog takes no key handler of its own; what is pressed in it arrives here through the tree of components.
    // biome-ignore lint/a11y/noStaticElementInteractions: not an element to interact with, only where the keys of the dialog arrive
    <div className={classes.keys} onKeyDown={onKeyDown}>
      <CardFrame
        cardId={cardId}
        label={card && !isGone ? t('card:window', { title: card.title }) : t('card:loadingTitle')}
        isPane={isPane}
        onClose={requestClose}
      >
        {!isPane && (
          <IconButton label={t('close')} className={classes.close} onClick={requestClose}>
            <IconX size={20} stroke={1.75} />
          </IconButton>
        )}
        <div className={classes.scroll}>
          {isGone ? (
            <CardGone cardId={cardId} wasShown={card !== undefined && !isElsewhere} onClose={onClose} />
          ) : context ? (
            <CardContext value={context}>
              <CardBody saveState={store.saveState} onClose={onClose} />
            </CardContext>
          ) : store.error ? (
            <CardFailed onRetry={() => void store.refetch()} />
          ) : (
            <CardLoading />
          )}
        </div>
        <div ref={setPopBox} />
        {asking && (
          <UnsavedDialog
            onBack={() => setAsking(false)}
            onKeep={onClose}
            onDiscard={() => {
              for (const discard of discarders.current) discard()
              onClose()
            }}
          />
        )}
      </CardFrame>
    </div>
  )
}
