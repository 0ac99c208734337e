import type { SavedFilter } from '@rodada/contract/boards/saved-filters'
import type { Card } from '@rodada/contract/cards/cards'
import { operatorNames } from '@rodada/contract/cards/search-words'
import { IconBookmark, IconHistory } from '@tabler/icons-react'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { currentLanguage, t } from '../../i18n/index.ts'
import { profileQuery } from '../../lib/call/account.ts'
import { boardFrameQuery, writableBoardsQuery } from '../../lib/call/board-queries.ts'
import { useOpenRoom } from '../../ui/fields/use-open-room.ts'
import { filterQuery } from '../../ui/filters/filter-address.ts'
import { savedFiltersQuery } from '../../ui/filters/saved-filters-query.ts'
import { namesQuery, paletteQuery, subjectQuery } from './api.ts'
import { cardCommands, choicesOf, createChoices, generalCommands, type Subject } from './commands.ts'
import { boardEntry, boardPath, cardEntry, type Entry, inOrder, matching, personEntry, type Step, sprintEntry } from './entries.ts'
import { pageEntries } from './pages.ts'
import { recentCards } from './recent.ts'
import { boardInSight, cardInSight } from './subject.ts'
import { hasOperator, isNamed, openOperator, operatorEntries, valueEntries } from './suggestions.ts'

/** Commands and pages that one text shows at most, of each. */
const most = 5

type Listing = {
  entries: Entry[]
  /** What is done is done to this card. */
  subject: Subject | null
  /** What the server did not understand. */
  refusal: string | null
  state: 'loading' | 'ready' | 'failed'
  /** What is listed belongs to this text, and nothing is on its way. */
  isSettled: boolean
  retry: () => void
}

/** What the palette lists for a text, or as answers to a command's question. */
export function useEntries(text: string, query: string, step: Step | null, onShortcuts: () => void): Listing {
  const router = useRouter()
  const client = useQueryClient()
  const { open: openOne } = useOpenRoom()
  const [{ cardId, boardId, recent }] = useState(() => ({ cardId: cardInSight(), boardId: boardInSight(), recent: recentCards() }))
  const profile = useQuery(profileQuery)
  const finds = useQuery({ ...paletteQuery(query), enabled: step === null })
  // What was there before anything was typed.
  const latest = useQuery(paletteQuery(''))
  const names = useQuery(namesQuery(query))
  const card = useQuery(subjectQuery(cardId))
  const frameOf = card.data?.board_id ?? boardId
  const frame = useQuery({ ...boardFrameQuery(frameOf ?? 0), enabled: frameOf !== null })
  const saved = useQuery({ ...savedFiltersQuery(boardId ?? 0, frame.data?.revision ?? 0), enabled: boardId !== null && frame.isSuccess })
  const writable = useQuery({ ...writableBoardsQuery, enabled: step === 'create' })
  const seen = useQueries({
    queries: recent.map((id) => ({ ...subjectQuery(id), enabled: query === '' && step === null, retry: false })),
    combine: (all) => all.flatMap(({ data }) => (data && data.archived_at === null ? [data] : [])),
  })

  const tools = {
    go: (path: string) => router.history.push(path),
    openRoom: (ids: number[], name: string) => openOne(ids, name, boardId ?? undefined),
  }
  const [board, user] = [frame.data ?? null, profile.data ?? null]
  const subject = card.data && board?.id === card.data.board_id && user ? { card: card.data, board, userId: user.id } : null
  const canCreate = board?.can.write === true || (latest.data?.boards ?? []).some(({ can }) => can.write)
  const isCurrent = query === text.trim()
  const open = openOperator(query)?.operator
  const isNaming = isNamed(open) && (names.isPlaceholderData || names.isLoading)

  if (step !== null) {
    const choices =
      step === 'create'
        ? createChoices(text.trim(), { open: board, boards: writable.data ?? [] }, tools, (frames) => client.fetchQuery(frames))
        : subject
          ? choicesOf(step, subject)
          : []
    const entries = step !== 'create' && text.trim() !== '' ? matching(choices, text.trim(), choices.length) : choices
    const isReady = step !== 'create' || !writable.isPending
    return {
      entries: step === 'create' && text.trim() === '' ? [] : entries,
      subject,
      refusal: null,
      state: isReady ? 'ready' : 'loading',
      isSettled: isReady && isCurrent,
      retry: () => void writable.refetch(),
    }
  }

  const commands = [
    ...(subject ? cardCommands(subject, tools) : []),
    ...generalCommands({ canCreate, onShortcuts }, tools),
    ...pageEntries(user?.role ?? null, boardId),
    ...(saved.data ?? []).map(savedFilterEntry),
  ]
  const { data } = finds
  const operator = operatorNames[currentLanguage()].person
  const isFiltered = hasOperator(query)
  const found = data
    ? [
        ...data.boards.map(boardEntry),
        ...data.sprints.map(sprintEntry),
        ...data.people.map((person) => personEntry(person, operator)),
        ...data.cards.map((hit) => cardEntry(hit)),
      ]
    : []
  const offered = names.data ?? []
  const known = {
    persons: open === 'person' ? offered : [],
    labels: open === 'label' ? offered : [],
    places: open === 'place' ? [...offered, ...(board?.lists ?? []).map(({ title }) => title)] : [],
  }
  const entries =
    query === ''
      ? [
          ...commands.filter(({ group }) => group === 'onCard'),
          ...seen.filter(({ id }) => id !== cardId).map(recentEntry),
          ...found,
          ...commands.filter(({ group }) => group === 'command'),
          ...operatorEntries(''),
        ]
      : [...valueEntries(query, known), ...(isFiltered ? [] : byGroup(commands, query)), ...found, ...operatorEntries(query)]
  return {
    entries: query === '' ? entries : inOrder(entries, query),
    subject,
    refusal: data?.refusal ?? null,
    state: finds.isError && !data ? 'failed' : data === undefined ? 'loading' : 'ready',
    isSettled: isCurrent && !finds.isPlaceholderData && data !== undefined && !isNaming && !card.isLoading,
    retry: () => void finds.refetch(),
  }
}

const byGroup = (commands: readonly Entry[], query: string): Entry[] =>
  (['onCard', 'command', 'page'] as const).flatMap((group) =>
    matching(
      commands.filter((entry) => entry.group === group),
      query,
      most,
    ),
  )

/** A filter that the board in sight has: it leads to the board, filtered. */
const savedFilterEntry = ({ id, board_id, name, filter }: SavedFilter): Entry => ({
  key: `saved-filter-${id}`,
  group: 'page',
  title: name,
  detail: t('palette:savedFilter'),
  icon: IconBookmark,
  act: { kind: 'go', path: `${boardPath(board_id)}?${filterQuery(filter)}` },
})

const recentEntry = ({ id, key, title, board_id }: Card): Entry => ({
  key: `recent-${id}`,
  group: 'recent',
  title,
  cardKey: key,
  icon: IconHistory,
  act: { kind: 'go', path: boardPath(board_id, id), cardId: id },
})
