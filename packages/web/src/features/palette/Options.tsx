import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { sprintTimeText } from '../../lib/dates/sprint-time.ts'
import { Swatch } from '../../ui/fields/Swatch.tsx'
import { CardKey } from '../../ui/marks/CardKey.tsx'
import { Marked } from '../../ui/marks/Marked.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import type { Entry, Place } from './entries.ts'
import classes from './Palette.module.css'

type Props = {
  id: string
  entries: Entry[]
  at: number
  query: string
  state: 'loading' | 'ready' | 'failed'
  /** What is shown belongs to an earlier text. */
  isOld: boolean
  onPoint: (index: number) => void
  onOpen: (place: Place) => void
  onRetry: () => void
}

/** The palette's list: boards, then sprints, then cards, one of them active. */
export function Options({ id, entries, at, query, state, isOld, onPoint, onOpen, onRetry }: Props) {
  const list = useRef<HTMLDivElement>(null)
  // Only keys need this: what the pointer is on can be seen.
  const activeKey = entries[at]?.key
  useEffect(() => {
    if (activeKey) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [activeKey])
  const groups = [
    { kind: 'board' as const, label: t(query === '' ? 'palette:recent' : 'palette:boards') },
    { kind: 'sprint' as const, label: t('palette:sprints') },
    { kind: 'card' as const, label: t('palette:cards') },
  ].filter(({ kind }) => entries.some((entry) => entry.kind === kind))
  return (
    <div className={classes.results}>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('palette:title')} aria-busy={isOld}>
        {groups.map(({ kind, label }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox, a group may
          <div key={kind} role="group" aria-label={label}>
            <p className={classes.group} aria-hidden="true">
              {label}
            </p>
            {entries.map(
              (entry, index) =>
                entry.kind === kind && (
                  <Option
                    key={entry.key}
                    id={`${id}-${entry.key}`}
                    entry={entry}
                    query={query}
                    active={index === at}
                    onPoint={() => onPoint(index)}
                    onOpen={() => onOpen(entry)}
                  />
                ),
            )}
          </div>
        ))}
      </div>
      {state === 'loading' && (
        <div className={classes.note}>
          <SkeletonGroup>
            <Skeleton height="1.75rem" />
            <Skeleton height="1.75rem" />
            <Skeleton height="1.75rem" />
          </SkeletonGroup>
        </div>
      )}
      {state === 'failed' && (
        <div className={classes.note} role="alert">
          <p>{t('palette:failed')}</p>
          <Button size="sm" onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      )}
      {state === 'ready' && !isOld && entries.length === 0 && (
        <div className={classes.note}>
          <b>{query === '' ? t('palette:noBoards') : t('palette:none', { query })}</b>
          {query !== '' && <p>{t('palette:noneHint')}</p>}
        </div>
      )}
    </div>
  )
}

type OptionProps = { id: string; entry: Entry; query: string; active: boolean; onPoint: () => void; onOpen: () => void }

function Option({ id, entry, query, active, onPoint, onOpen }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names its active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={classes.option}
      // Moving the pointer chooses; a list that scrolls below a resting one does not.
      onMouseMove={active ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <Swatch color={entry.color} size={entry.kind === 'board' ? 26 : 18} />
      <span>
        <span className={classes.title}>
          <CardKey text={entry.cardKey} />
          <Marked text={entry.title} query={query} />
        </span>
        {entry.where && <small>{t('palette:where', entry.where)}</small>}
        {entry.sprint && <small>{t('palette:sprintWhere', { board: entry.sprint.board_name, when: sprintTimeText(entry.sprint) })}</small>}
      </span>
    </div>
  )
}
