import type { Checklist, ChecklistItem } from '@rodada/contract/cards/checklists'
import { limits } from '@rodada/contract/core/limits'
import { IconArrowDown, IconArrowUp, IconDots, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useReorder } from '../../../../lib/use-reorder.ts'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import { isTemporary } from '../card-changes.ts'
import { useCard } from '../card-context.ts'
import { Option } from '../facts/Option.tsx'
import popClasses from '../facts/Pop.module.css'
import { Pop } from '../facts/Pop.tsx'
import { InlineText } from '../texts/InlineText.tsx'
import classes from './checklist.module.css'
import type { useItems } from './use-checklists.ts'

type Props = { checklist: Checklist; item: ChecklistItem; index: number; actions: ReturnType<typeof useItems> }

/** One item: ticked, renamed, moved by its handle (dragged or with the arrows) or through its menu. */
export function ChecklistItemRow({ checklist, item, index, actions }: Props) {
  const { canWrite, setPop } = useCard()
  const row = useRef<HTMLLIElement>(null)
  const grip = useRef<HTMLButtonElement>(null)
  const last = checklist.items.length - 1
  const disabled = isTemporary(item)
  const movable = canWrite && last > 0 && !disabled
  const { dragging, edge } = useReorder({
    group: `items ${checklist.id}`,
    index,
    enabled: movable,
    row,
    handle: grip,
    onMove: (from, to) => {
      const moved = checklist.items[from]
      if (moved) void actions.move(moved, to)
    },
  })
  const moveTo = (to: number) => to >= 0 && to <= last && void actions.move(item, to)
  const onGripKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    event.stopPropagation()
    moveTo(index + (event.key === 'ArrowUp' ? -1 : 1))
  }
  const then = (action: () => void) => () => {
    setPop(null)
    action()
  }
  const { title, completed } = item
  return (
    <li
      ref={row}
      className={classes.item}
      data-done={completed || undefined}
      data-dragging={dragging || undefined}
      data-edge={edge ?? undefined}
    >
      {movable && (
        <button
          ref={grip}
          type="button"
          className={classes.grip}
          aria-label={t('card:checklist.itemMove', { title })}
          onKeyDown={onGripKey}
        >
          <IconGripVertical size={16} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      <span className={classes.box}>
        <input
          type="checkbox"
          checked={completed}
          // Disabled would make it faint; a reader's list is as valid as anybody's.
          aria-disabled={!canWrite || disabled || undefined}
          aria-label={title}
          onChange={() => canWrite && !disabled && void actions.tick(item.id, !completed)}
        />
      </span>
      {canWrite ? (
        <InlineText
          value={title}
          version={item.version ?? 0}
          heading={t('conflict:title.item')}
          label={t('card:checklist.itemTitle')}
          max={limits.checklistItem}
          disabled={disabled}
          mentions
          className={classes.itemText}
          onSave={(edit) => actions.rename(item.id, edit)}
        >
          {title}
        </InlineText>
      ) : (
        <span className={`${classes.text} ${classes.itemText}`}>{title}</span>
      )}
      {canWrite && (
        <Pop
          name={`item ${item.id}`}
          width={220}
          position="bottom-end"
          target={
            <IconButton className={classes.more} label={t('card:checklist.itemMenu', { title })} disabled={disabled}>
              <IconDots size={18} stroke={1.75} />
            </IconButton>
          }
        >
          <div className={popClasses.list}>
            <Option disabled={index === 0} onChoose={then(() => moveTo(index - 1))}>
              <IconArrowUp size={18} stroke={1.75} aria-hidden="true" />
              <span>{t('card:checklist.up')}</span>
            </Option>
            <Option disabled={index === last} onChoose={then(() => moveTo(index + 1))}>
              <IconArrowDown size={18} stroke={1.75} aria-hidden="true" />
              <span>{t('card:checklist.down')}</span>
            </Option>
            <Option danger onChoose={then(() => void actions.remove(item))}>
              <IconTrash size={18} stroke={1.75} aria-hidden="true" />
              <span>{t('card:delete')}</span>
            </Option>
          </div>
        </Pop>
      )}
    </li>
  )
}
