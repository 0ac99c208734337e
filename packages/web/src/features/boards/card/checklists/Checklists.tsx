import { useCard } from '../card-context.ts'
import { ChecklistView } from './ChecklistView.tsx'

type Props = {
  /** The ids of those whose line for a new item is open. Kept outside: a new one is drawn before the server says which one it is. */
  open: readonly number[]
  setOpen: (change: (open: readonly number[]) => readonly number[]) => void
}

/** All checklists of the card. */
export function Checklists({ open, setOpen }: Props) {
  const { card } = useCard()
  return card.checklists.map((checklist, index) => (
    <ChecklistView
      key={checklist.id}
      checklist={checklist}
      index={index}
      count={card.checklists.length}
      isAdding={open.includes(checklist.id)}
      setAdding={(isAdding) => setOpen((ids) => (isAdding ? [...ids, checklist.id] : ids.filter((id) => id !== checklist.id)))}
    />
  ))
}
