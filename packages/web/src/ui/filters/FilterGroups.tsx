import { cardStates, dueFilters, priorities } from '@rodada/contract/boards/settings'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { readUserData } from '../../lib/device/storage.ts'
import classes from '../fields/fields.module.css'
import { Avatar } from '../marks/Avatar.tsx'
import type { CardFilter } from './card-filter.ts'
import { FieldFilters } from './FieldFilters.tsx'
import { Chip, Group, toggled } from './FilterChips.tsx'
import own from './FilterPanel.module.css'
import type { FilterChoices } from './filter-choices.ts'

type Props = FilterChoices & { filter: CardFilter; setFilter: (filter: CardFilter) => void }

/** What the cards of a board can be filtered by. */
export function FilterGroups({ board, cards, filter, setFilter }: Props) {
  const { labels, members } = board
  const me = readUserData()?.id ?? 0
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.querySelector('input')?.focus(), [])
  const person = (value: CardFilter['people'][number]) => ({
    checked: filter.people.includes(value),
    onToggle: () => setFilter({ ...filter, people: toggled(filter.people, value) }),
  })
  return (
    <div ref={first} className={classes.form}>
      <Group title={t('filters:labels')}>
        {labels.length === 0 && <p className={classes.hint}>{t('filters:noLabels')}</p>}
        {labels.map(({ id, name, color }) => (
          <Chip
            key={id}
            checked={filter.labels.includes(id)}
            onToggle={() => setFilter({ ...filter, labels: toggled(filter.labels, id) })}
            style={{ '--c': color } as CSSProperties}
          >
            <i />
            {name}
          </Chip>
        ))}
      </Group>
      <Group title={t('filters:people')}>
        <Chip {...person('me')}>{t('filters:mine')}</Chip>
        <Chip {...person(null)}>{t('kanban:filter.nobody')}</Chip>
        {members
          .filter(({ user }) => user.id !== me || filter.people.includes(me))
          .map(({ user }) => (
            <Chip key={user.id} {...person(user.id)}>
              <Avatar name={user.name} avatar={user.avatar_url} size={18} />
              {user.name}
            </Chip>
          ))}
      </Group>
      <Group title={t('filters:due')}>
        {dueFilters.map((due) => (
          <Chip key={due} checked={filter.due.includes(due)} onToggle={() => setFilter({ ...filter, due: toggled(filter.due, due) })}>
            {t(`filters:dues.${due}`)}
          </Chip>
        ))}
      </Group>
      <StartFilters filter={filter} setFilter={setFilter} />
      <Group title={t('filters:state')}>
        {cardStates.map((state) => (
          <Chip key={state} checked={filter[state]} onToggle={() => setFilter({ ...filter, [state]: !filter[state] })}>
            {t(`filters:states.${state}`)}
          </Chip>
        ))}
      </Group>
      <Group title={t('filters:priority')}>
        {priorities.map((priority) => (
          <Chip
            key={priority}
            checked={filter.priorities.includes(priority)}
            onToggle={() => setFilter({ ...filter, priorities: toggled(filter.priorities, priority) })}
          >
            {t(`priority.${priority}`)}
          </Chip>
        ))}
      </Group>
      <FieldFilters board={board} cards={cards} filter={filter} setFilter={setFilter} />
    </div>
  )
}

/** By the day on which work is to begin: folded unless it is in use, because few boards give one. */
function StartFilters({ filter, setFilter }: Pick<Props, 'filter' | 'setFilter'>) {
  // As it was when the panel opened: what folds under the finger is lost.
  const [isOpen] = useState(() => filter.start.length > 0)
  const group = (
    <Group title={t('filters:start')}>
      {dueFilters.map((start) => (
        <Chip
          key={start}
          checked={filter.start.includes(start)}
          onToggle={() => setFilter({ ...filter, start: toggled(filter.start, start) })}
        >
          {t(`filters:starts.${start}`)}
        </Chip>
      ))}
    </Group>
  )
  if (isOpen) return group
  return (
    <details>
      <summary className={own.more}>{t('filters:byStart')}</summary>
      {group}
    </details>
  )
}
