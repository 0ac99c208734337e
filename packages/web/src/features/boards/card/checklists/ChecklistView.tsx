import { Button } from '@mantine/core'
import type { Checklist } from '@rodada/contract/cards/checklists'
import { limits } from '@rodada/contract/core/limits'
import { IconArrowDown, IconArrowUp, IconDots, IconListCheck, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useReorder } from '../../../../lib/use-reorder.ts'
import { focusIfLost } from '../../../../ui/focus/focus-if-lost.ts'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import { isTemporary, progress } from '../card-changes.ts'
import { useCard } from '../card-context.ts'
import { Option } from '../facts/Option.tsx'
import popClasses from '../facts/Pop.module.css'
import { Pop } from '../facts/Pop.tsx'
import { InlineText } from '../texts/InlineText.tsx'
import { ChecklistItemRow } from './ChecklistItemRow.tsx'
import classes from './checklist.module.css'
import { NewItem } from './NewItem.tsx'
import { useChecklists, useItems } from './use-checklists.ts'

type Props = {
  checklist: Checklist
  index: number
  count: number
  /** Whether its line for the next item is open. */
  isAdding: boolean
  setAdding: (isAdding: boolean) => void
}

/** One checklist: its progress, its items and a line for the next one. */
export function ChecklistView({ checklist, index, count, isAdding, setAdding }: Props) {
  const { card, canWrite } = useCard()
  const id = useId()
  const checklists = useChecklists()
  const items = useItems(checklist)
  const row = useRef<HTMLElement>(null)
  const grip = useRef<HTMLSpanElement>(null)
  const [hideDone, setHideDone] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const endAdding = () => {
    setAdding(false)
    focusIfLost(() => add.current)
  }
  const { done, total, share } = progress(checklist.items)
  const { dragging, edge } = useReorder({
    group: `checklists ${card.id}`,
    index,
    enabled: canWrite && count > 1,
    row,
    handle: grip,
    onMove: (from, to) => {
      const moved = card.checklists[from]
      if (moved) void checklists.move(moved, to)
    },
  })
  return (
    <section
      ref={row}
      className={classes.checklist}
      aria-labelledby={id}
      data-dragging={dragging || undefined}
      data-edge={edge ?? undefined}
    >
      <div className={classes.head}>
        <span ref={grip} className={classes.sign} data-grip={(canWrite && count > 1) || undefined}>
          <IconListCheck size={18} stroke={1.75} aria-hidden="true" />
        </span>
        <h3 id={id}>
          {canWrite ? (
            <InlineText
              value={checklist.title}
              version={checklist.version ?? 0}
              heading={t('conflict:title.checklist')}
              label={t('card:checklist.title')}
              max={limits.checklistTitle}
              disabled={isTemporary(checklist)}
              onSave={(edit) => checklists.rename(checklist.id, edit)}
            >
              {checklist.title}
            </InlineText>
          ) : (
            checklist.title
          )}
        </h3>
        {total > 0 && <span className={classes.count}>{t('card:checklist.progress', { done, total })}</span>}
        {canWrite && <ChecklistMenu checklist={checklist} index={index} count={count} />}
      </div>
      {total > 0 && (
        <div
          className={classes.bar}
          role="progressbar"
          aria-label={t('card:checklist.progressLabel', { title: checklist.title })}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          aria-valuetext={t('card:checklist.progress', { done, total })}
          data-full={done === total || undefined}
        >
          <i style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <ul>
        {checklist.items.map(
          (item, at) =>
            !(hideDone && item.completed) && (
              <ChecklistItemRow key={item.id} checklist={checklist} item={item} index={at} actions={items} />
            ),
        )}
      </ul>
      <div className={classes.foot}>
        {isAdding && canWrite ? (
          <NewItem checklistId={checklist.id} onAdd={async (title) => (await items.add(title)).ok} onClose={endAdding} />
        ) : (
          canWrite &&
          total < limits.checklistItems &&
          !isTemporary(checklist) && (
            <Button ref={add} size="sm" variant="subtle" leftSection={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
              {t('card:checklist.itemAdd')}
            </Button>
          )
        )}
        {done > 0 && !isAdding && (
          <Button size="sm" variant="subtle" className={classes.hide} onClick={() => setHideDone(!hideDone)}>
            {t(hideDone ? 'card:checklist.showDone' : 'card:checklist.hideDone', { count: done })}
          </Button>
        )}
      </div>
    </section>
  )
}

function ChecklistMenu({ checklist, index, count }: Omit<Props, 'isAdding' | 'setAdding'>) {
  const { setPop } = useCard()
  const { move, remove } = useChecklists()
  const [asking, setAsking] = useState(false)
  const { title, items } = checklist
  const then = (action: () => void) => () => {
    setPop(null)
    action()
  }
  return (
    <Pop
      name={`checklist ${checklist.id}`}
      width={240}
      position="bottom-end"
      target={
        <IconButton label={t('card:checklist.menu', { title })} disabled={isTemporary(checklist)} onClick={() => setAsking(false)}>
          <IconDots size={18} stroke={1.75} />
        </IconButton>
      }
    >
      {asking ? (
        <div className={popClasses.form}>
          <p>{t('card:checklist.removeAsk', { title, count: items.length })}</p>
          <Button variant="danger" autoFocus onClick={then(() => void remove(checklist.id))}>
            {t('card:delete')}
          </Button>
        </div>
      ) : (
        <div className={popClasses.list}>
          <Option disabled={index === 0} onChoose={then(() => void move(checklist, index - 1))}>
            <IconArrowUp size={18} stroke={1.75} aria-hidden="true" />
            <span>{t('card:checklist.up')}</span>
          </Option>
          <Option disabled={index === count - 1} onChoose={then(() => void move(checklist, index + 1))}>
            <IconArrowDown size={18} stroke={1.75} aria-hidden="true" />
            <span>{t('card:checklist.down')}</span>
          </Option>
          <Option danger onChoose={items.length === 0 ? then(() => void remove(checklist.id)) : () => setAsking(true)}>
            <IconTrash size={18} stroke={1.75} aria-hidden="true" />
            <span>{t('card:checklist.remove')}</span>
          </Option>
        </div>
      )}
    </Pop>
  )
}
