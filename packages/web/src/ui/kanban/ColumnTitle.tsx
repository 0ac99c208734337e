import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import type { Edit } from '../../lib/text/stale-text.ts'
import classes from './ColumnTitle.module.css'
import { useKanban } from './kanban-controller.ts'

type Props = {
  columnId: number
  name: string
  /** Of the column, as its name stands on it; 0 where names carry none. */
  version: number
  /** What the field is called while the name is written. */
  label: string
  max: number
  /** How many items there are, and how many of them a search shows. */
  count: number
  shown: number
  /** How many it is to hold at most; null where nothing says so. */
  limit?: number | null
  canRename: boolean
  renaming: boolean
  onRenaming: (renaming: boolean) => void
  /** Another name than the one that stood there when the writing began, on the version of then. */
  onRename: (edit: Edit) => void
}

/** The head of a column: its name, which is written where it stands, and how many items it holds. */
export function ColumnTitle({
  columnId,
  name,
  version,
  label,
  max,
  count,
  shown,
  limit = null,
  canRename,
  renaming,
  onRenaming,
  onRename,
}: Props) {
  return (
    <>
      {renaming && canRename ? (
        <TitleField
          name={name}
          version={version}
          label={label}
          max={max}
          columnId={columnId}
          onDone={(edit) => {
            onRenaming(false)
            if (edit) onRename(edit)
          }}
        />
      ) : (
        <h2 className={classes.title}>
          {canRename ? (
            <button
              type="button"
              data-kanban-header
              className={classes.name}
              title={t('kanban:renameHint')}
              onClick={() => onRenaming(true)}
            >
              {name}
            </button>
          ) : (
            // Takes the focus on the way of the arrows through the board; there is nothing to press.
            <span data-kanban-header tabIndex={-1} className={classes.name}>
              {name}
            </span>
          )}
        </h2>
      )}
      <span className={classes.count} data-filtered={shown !== count || undefined} title={t('kanban:count', { count })}>
        <span className="sr-only">{t('kanban:count', { count })}</span>
        <span aria-hidden="true">{shown === count ? String(count) : t('kanban:found', { shown, count })}</span>
      </span>
      {limit !== null && <LimitMark count={count} limit={limit} />}
    </>
  )
}

/** '5/3': all the cards of the column, whatever a search shows, and the limit. */
function LimitMark({ count, limit }: { count: number; limit: number }) {
  const label = t(count > limit ? 'kanban:limit.over' : 'kanban:limit.of', { count, limit })
  return (
    <span className={classes.limit} data-over={count > limit || undefined} title={label}>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">
        {count}/{limit}
      </span>
    </span>
  )
}

type FieldProps = Pick<Props, 'columnId' | 'name' | 'version' | 'label' | 'max'> & { onDone: (edit: Edit | null) => void }

function TitleField({ columnId, name, version, label, max, onDone }: FieldProps) {
  const kanban = useKanban()
  const done = useRef(false)
  // A name that this person did not change stays what somebody else may have made of it meanwhile.
  const [opened] = useState({ origin: name, version })
  const finish = (written: string, viaKeys: boolean) => {
    if (done.current) return
    done.current = true
    onDone(written !== '' && written !== opened.origin ? { text: written, ...opened } : null)
    if (viaKeys) requestAnimationFrame(() => kanban.focus({ columnId, itemId: null }))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') finish(event.currentTarget.value.trim(), true)
    if (event.key === 'Escape') finish(opened.origin, true)
  }
  return (
    <input
      className={classes.field}
      defaultValue={opened.origin}
      maxLength={max}
      aria-label={label}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
      autoFocus
      onFocus={(event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
      onBlur={(event) => finish(event.currentTarget.value.trim(), false)}
      onKeyDown={onKeyDown}
    />
  )
}
