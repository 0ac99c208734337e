import { Button } from '@mantine/core'
import type { SearchMatch } from '@rodada/contract/cards/cards'
import { useEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { Swatch } from '../../ui/fields/Swatch.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { CardKey } from '../../ui/marks/CardKey.tsx'
import { Marked } from '../../ui/marks/Marked.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import type { Entry, EntryGroup } from './entries.ts'
import classes from './Palette.module.css'

type Props = {
  id: string
  entries: Entry[]
  at: number
  query: string
  state: 'loading' | 'ready' | 'failed'
  /** What is shown belongs to an earlier text. */
  isOld: boolean
  /** The key of the card that commands act on. */
  subjectKey: string
  /** Why there is nothing to choose, in place of the usual words. */
  note: string | null
  onPoint: (index: number) => void
  onChoose: (entry: Entry) => void
  onRetry: () => void
}

/** The palette's list, in groups, one entry of it active. */
export function Options({ id, entries, at, query, state, isOld, subjectKey, note, onPoint, onChoose, onRetry }: Props) {
  const list = useRef<HTMLDivElement>(null)
  // Only keys need this: what the pointer is on can be seen.
  const activeKey = entries[at]?.key
  useEffect(() => {
    if (activeKey) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [activeKey])
  const groups = [...new Set(entries.map(({ group }) => group))]
  return (
    <div className={classes.results}>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('palette:title')} aria-busy={isOld} className={classes.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox, a group may
          <div key={group} role="group" aria-label={groupLabel(group, query, subjectKey)}>
            <p className={classes.group} aria-hidden="true">
              {groupLabel(group, query, subjectKey)}
            </p>
            {entries.map(
              (entry, index) =>
                entry.group === group && (
                  <Option
                    key={entry.key}
                    id={`${id}-${entry.key}`}
                    entry={entry}
                    query={query}
                    active={index === at}
                    onPoint={() => onPoint(index)}
                    onChoose={() => onChoose(entry)}
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
          <b>{note ?? t('palette:none', { query })}</b>
          {note === null && <p>{t('palette:noneHint')}</p>}
        </div>
      )}
    </div>
  )
}

function groupLabel(group: EntryGroup, query: string, subjectKey: string): string {
  if (group === 'board' && query === '') return t('palette:recent')
  if (group === 'onCard') return t('palette:groups.onCard', { key: subjectKey })
  return t(`palette:groups.${group}`)
}

type OptionProps = { id: string; entry: Entry; query: string; active: boolean; onPoint: () => void; onChoose: () => void }

function Option({ id, entry, query, active, onPoint, onChoose }: OptionProps) {
  const { title, cardKey, detail, match, group } = entry
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
      onClick={onChoose}
    >
      <Sign entry={entry} />
      <span>
        <span className={classes.title}>
          {cardKey && <CardKey text={cardKey} />}
          {group === 'suggestion' || group === 'filter' ? title : <Marked text={title} query={query} />}
        </span>
        {match && (
          <small>
            {t(`palette:in.${match.in}`, { field: match.field ?? '' })} <Found match={match} />
          </small>
        )}
        {detail && <small>{detail}</small>}
      </span>
    </div>
  )
}

function Sign({ entry: { color, person, icon: Icon, group } }: { entry: Entry }) {
  if (person) return <Avatar name={person.name} avatar={person.avatar_url} size="xs" />
  if (color) return <Swatch color={color} size={group === 'board' ? 26 : 18} />
  return Icon ? <Icon size={18} stroke={1.75} aria-hidden /> : <span />
}

/** The text around what was found, with the places that the server names. */
function Found({ match: { text, marks } }: { match: SearchMatch }) {
  const ends = [0, ...marks.map(({ to }) => to)]
  return (
    <>
      {marks.map(({ from, to }, index) => (
        <span key={from}>
          {text.slice(ends[index], from)}
          <mark className={classes.mark}>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}
