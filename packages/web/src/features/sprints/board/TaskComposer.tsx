import { ItemComposer } from '../../../ui/kanban/ItemComposer.tsx'
import type { NewItem } from '../../../ui/kanban/new-item.ts'
import { useSession, useSprintPart } from '../session/sprint-session.ts'
import { useSprintUi } from './sprint-ui.ts'

/** The foot of a column, where tasks are written. One column at a time has its field open. */
export function TaskComposer({ columnId }: { columnId: number }) {
  const { actions } = useSession()
  const name = useSprintPart(({ lists }) => lists.find(({ id }) => id === columnId)?.name ?? '', '')
  const sprintEnd = useSprintPart(({ frame }) => frame.sprint.ends_on, undefined)
  const { kanban, addingTo, setAddingTo } = useSprintUi()
  const add = (item: NewItem): Promise<boolean> => {
    const created = actions.addCard(columnId, item)
    kanban.revealLast(columnId)
    return created
  }
  return (
    <ItemComposer
      column={name}
      sprintEnd={sprintEnd}
      draft={`column.${columnId}.task`}
      isOpen={addingTo === columnId}
      onOpen={() => setAddingTo(columnId)}
      onClose={() => setAddingTo(null)}
      onAdd={add}
    />
  )
}
