import { t } from '../../../i18n/index.ts'
import { ItemComposer } from '../../../ui/kanban/ItemComposer.tsx'
import type { NewItem } from '../../../ui/kanban/new-item.ts'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { useBoardUi } from '../session/board-ui.ts'

/** The foot of a list, where cards are written. One list at a time has its field open. */
export function CardComposer({ listId }: { listId: number }) {
  const { actions } = useSession()
  const mayWrite = useBoardPart(({ frame }) => frame.can.write, false)
  const title = useBoardPart(({ lists }) => lists.find(({ id }) => id === listId)?.title ?? '', '')
  const { kanban, addingTo, setAddingTo, open } = useBoardUi()
  if (!mayWrite) return null
  const add = (item: NewItem): Promise<boolean> => {
    const created = actions.addCard(listId, item)
    kanban.revealLast(listId)
    return created
  }
  const draft = `list.${listId}.card`
  return (
    <ItemComposer
      column={title}
      draft={draft}
      isOpen={addingTo === listId}
      onOpen={() => setAddingTo(listId)}
      onClose={() => setAddingTo(null)}
      onAdd={add}
      template={{
        label: t('boards:fromTemplate'),
        onOpen: (written) => {
          setAddingTo(null)
          open({ kind: 'fromTemplate', listId, written, draft })
        },
      }}
    />
  )
}
