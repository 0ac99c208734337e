import { priorities } from '@rodada/contract/boards/settings'
import { type CSSProperties, useEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import classes from '../../../ui/fields/fields.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { useBoardPart } from '../session/board-session.ts'
import type { BoardFilter, DueFilter } from './board-filter.ts'
import { Chip, Group, toggled } from './FilterChips.tsx'

const FieldFilters = lazyPart(async () => (await import('../fields/FieldFilters.tsx')).FieldFilters, { texts: ['fields'] })

const dues: { value: DueFilter; text: 'late' | 'today' | 'week' | 'noDue' }[] = [
  { value: 'late', text: 'late' },
  { value: 'today', text: 'today' },
  { value: 'week', text: 'week' },
  { value: 'none', text: 'noDue' },
]

type Props = { filter: BoardFilter; setFilter: (filter: BoardFilter) => void }

/** What a board can be filtered by. Loaded when somebody opens the filters. */
export function FilterGroups({ filter, setFilter }: Props) {
  const labels = useBoardPart(({ frame }) => frame.labels, [])
  const members = useBoardPart(({ frame }) => frame.members, [])
  const hasFields = useBoardPart(({ frame }) => frame.fields.some(({ on_card }) => on_card), false)
  const me = readUserData()?.id ?? 0
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={first} className={classes.form}>
      <Group title={t('boards:filter.labels')}>
        {labels.length === 0 && <p className={classes.hint}>{t('boards:filter.noLabels')}</p>}
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
      <Group title={t('boards:filter.members')}>
        <Chip checked={filter.people.includes(me)} onToggle={() => setFilter({ ...filter, people: toggled(filter.people, me) })}>
          {t('boards:filter.mine')}
        </Chip>
        <Chip checked={filter.people.includes(null)} onToggle={() => setFilter({ ...filter, people: toggled(filter.people, null) })}>
          {t('boards:filter.nobody')}
        </Chip>
        {members
          .filter(({ user_id }) => user_id !== me)
          .map(({ user }) => (
            <Chip
              key={user.id}
              checked={filter.people.includes(user.id)}
              onToggle={() => setFilter({ ...filter, people: toggled(filter.people, user.id) })}
            >
              <Avatar name={user.name} avatar={user.avatar_url} size={18} />
              {user.name}
            </Chip>
          ))}
      </Group>
      <Group title={t('boards:filter.due')}>
        {dues.map(({ value, text }) => (
          <Chip key={value} checked={filter.due.includes(value)} onToggle={() => setFilter({ ...filter, due: toggled(filter.due, value) })}>
            {t(`boards:filter.${text}`)}
          </Chip>
        ))}
      </Group>
      <Group title={t('boards:filter.state')}>
        <Chip checked={filter.blocked} onToggle={() => setFilter({ ...filter, blocked: !filter.blocked })}>
          {t('boards:filter.blocked')}
        </Chip>
      </Group>
      <Group title={t('boards:filter.priority')}>
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
      {hasFields && <FieldFilters filter={filter} setFilter={setFilter} />}
    </div>
  )
}
