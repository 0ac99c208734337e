import { FocusTrap, Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { useBoard } from '../session/use-board.ts'
import { CardBody } from './CardBody.tsx'
import { CardFailed, CardGone, CardLoading } from './CardStates.tsx'
import classes from './CardWindow.module.css'
import { CardContext, type CardContextValue } from './card-context.ts'
import { UnsavedDialog } from './texts/UnsavedDialog.tsx'
import { useCardStore } from './use-card.ts'
import { handleCardKeys } from './use-card-keys.ts'

type Props = { cardId: number; onClose: () => void }

/** A whole card over its board: texts left, facts right; on phones a sheet that fills the screen. */
export function CardWindow({ cardId, onClose }: Props) {
  const board = useBoard()
  const store = useCardStore(cardId)
  const { card, attempt, write, receive } = store
  const [pop, setPop] = useState<string | null>(null)
  const [popBox, setPopBox] = useState<HTMLElement | null>(null)
  const [asking, setAsking] = useState(false)
  const unsaved = useRef(new Map<string, string>())
  const discarders = useRef(new Set<() => void>())
  useReturnFocus(cardId)

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
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.stopPropagation()
      requestClose()
    } else handleCardKeys(event, popBox?.parentElement ?? null)
  }
  return (
    // The dialog takes no key handler of its own; what is pressed in it arrives here through the tree of components.
    // biome-ignore lint/a11y/noStaticElementInteractions: not an element to interact with, only where the keys of the dialog arrive
    <div className={classes.keys} onKeyDown={onKeyDown}>
      <Modal.Root opened onClose={requestClose} closeOnEscape={false} returnFocus={false} centered size={980} radius="xl">
        <Modal.Overlay backgroundOpacity={0.4} color="#02141a" />
        <Modal.Content
          classNames={{ content: classes.window }}
          aria-label={card && !isGone ? t('card:window', { title: card.title }) : t('card:loadingTitle')}
        >
          {/* Not the first field: the keys of the window work at once, and no text is changed by accident. */}
          <FocusTrap.InitialFocus />
          <IconButton label={t('close')} className={classes.close} onClick={requestClose}>
            <IconX size={20} stroke={1.75} />
          </IconButton>
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
        </Modal.Content>
      </Modal.Root>
    </div>
  )
}

/** The focus goes back to where it was when the window opened, or to the card on the board. */
function useReturnFocus(cardId: number): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the window has really left: until then the rest of the page does not take the focus.
      setTimeout(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return
        const back = opener?.isConnected && opener !== document.body ? opener : document.querySelector(`[data-kanban-item="${cardId}"]`)
        if (back instanceof HTMLElement) back.focus()
      }, 0)
    },
    [opener, cardId],
  )
}
