import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { History } from './History.tsx'
import { readMyTasksSearch } from './my-tasks-search.ts'
import { type CardPlace, OpenTasks } from './OpenTasks.tsx'
import { shownOf } from './period.ts'

/**
 * /my-tasks: what is open with this person, over all boards, and what there was in each month. Which of them stands in the
 * address. `renderCard` draws a card over the list; the app brings it from the feature that knows cards.
 */
export function MyTasksScreen({ renderCard }: { renderCard: (place: CardPlace) => ReactNode }) {
  const search = readMyTasksSearch(useSearch({ strict: false }))
  const shown = shownOf(search)
  return shown === 'open' ? <OpenTasks search={search} renderCard={renderCard} /> : <History shown={shown} />
}
