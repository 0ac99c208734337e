import type { PersonSummary } from '@rodada/contract/core/fields'
import { IconUserOff } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { readUserData } from '../../lib/device/storage.ts'
import { Avatar } from '../marks/Avatar.tsx'
import { lazyPop, PopButton } from '../page/PopButton.tsx'
import type { CardFilter } from './card-filter.ts'
import type { FilterChoices } from './filter-choices.ts'
import classes from './PeopleStrip.module.css'
import { countByPerson, facesOf, isWanted, pressed } from './people-strip.ts'

const otherPeople = lazyPop(async () => (await import('./OtherPeople.tsx')).OtherPeople)

type Props = FilterChoices & { filter: CardFilter; setFilter: (filter: CardFilter) => void }

/**
 * The faces of a board's people: a press is 'only this person', with Shift the person joins the others, and a second press frees.
 * One stop of the Tab key; arrows walk, Escape frees everybody.
 */
export function PeopleStrip({ board, cards, filter, setFilter }: Props) {
  const me = readUserData()?.id ?? 0
  const counts = useMemo(() => (cards ? countByPerson(cards.values()) : null), [cards])
  const { people } = filter
  const isOn = (id: number | null) => isWanted(people, id, me)
  const { faces, others } = facesOf(
    board.members.map(({ user }) => user),
    counts,
    isOn,
  )
  const strip = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const size = faces.length + 1 + (others.length > 0 ? 1 : 0)
  const at = Math.min(stop, size - 1)

  const press = (id: number | null, adding: boolean) => setFilter({ ...filter, people: pressed(people, id, { me, adding }) })
  const nameWithCount = (id: number | null, name: string) =>
    counts ? `${name}, ${t('kanban:count', { count: counts.get(id) ?? 0 })}` : name
  const face = (index: number, id: number | null, name: string) => ({
    type: 'button' as const,
    tabIndex: index === at ? 0 : -1,
    'aria-pressed': isOn(id),
    'aria-label': nameWithCount(id, name),
    title: nameWithCount(id, name),
    onFocus: () => setStop(index),
    onClick: ({ shiftKey, ctrlKey, metaKey }: MouseEvent) => press(id, shiftKey || ctrlKey || metaKey),
  })
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && people.length > 0) {
      event.preventDefault()
      setFilter({ ...filter, people: [] })
      return
    }
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: size - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    strip.current?.querySelectorAll('button')[(to + size) % size]?.focus()
  }
  return (
    <div
      ref={strip}
      className={classes.strip}
      role="toolbar"
      aria-label={t('kanban:filter.people')}
      data-filtered={people.length > 0 || undefined}
      onKeyDown={walk}
    >
      {faces.map(({ id, name, avatar_url }, index) => (
        <button key={id} {...face(index, id, name)}>
          <Avatar name={name} avatar={avatar_url} size="sm" />
        </button>
      ))}
      <button {...face(faces.length, null, t('kanban:filter.nobody'))}>
        <span className={classes.nobody}>
          <IconUserOff size={16} stroke={1.75} aria-hidden />
        </span>
      </button>
      {others.length > 0 && (
        <PopButton
          fetch={otherPeople.fetch}
          content={(place) => (
            <otherPeople.Pop at={place} people={others} nameOf={nameOf(nameWithCount)} onPress={(id) => press(id, false)} />
          )}
        >
          <button
            type="button"
            className={classes.more}
            tabIndex={at === faces.length + 1 ? 0 : -1}
            aria-label={t('kanban:filter.morePeople', { count: others.length })}
            title={t('kanban:filter.morePeople', { count: others.length })}
          >
            {t('kanban:filter.more', { count: others.length })}
          </button>
        </PopButton>
      )}
    </div>
  )
}

const nameOf = (name: (id: number, name: string) => string) => (person: PersonSummary) => name(person.id, person.name)
