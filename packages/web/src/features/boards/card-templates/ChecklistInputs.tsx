import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import classes from '../../../ui/fields/fields.module.css'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import own from './Templates.module.css'
import type { ChecklistDraft } from './template-draft.ts'

type Props = { checklists: readonly ChecklistDraft[]; onChange: (checklists: readonly ChecklistDraft[]) => void }

/** The checklists of a template, each a title and its items, one a line. */
export function ChecklistInputs({ checklists, onChange }: Props) {
  const change = (key: number, part: Partial<ChecklistDraft>) =>
    onChange(checklists.map((list) => (list.key === key ? { ...list, ...part } : list)))
  const next = Math.max(-1, ...checklists.map(({ key }) => key)) + 1
  return (
    <fieldset className={classes.field}>
      <legend>{t('cardTemplates:checklists')}</legend>
      {checklists.map(({ key, title, items }, index) => (
        <div key={key} className={own.checklist}>
          <div className={own.head}>
            <input
              className={classes.input}
              aria-label={t('cardTemplates:checklistTitle', { position: index + 1 })}
              placeholder={t('cardTemplates:checklistPlaceholder')}
              value={title}
              maxLength={limits.checklistTitle}
              autoComplete="off"
              onChange={(event) => change(key, { title: event.currentTarget.value })}
            />
            <IconButton
              label={t('cardTemplates:checklistRemove', { position: index + 1 })}
              onClick={() => onChange(checklists.filter((list) => list.key !== key))}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </IconButton>
          </div>
          <textarea
            className={classes.area}
            aria-label={t('cardTemplates:checklistItems', { position: index + 1 })}
            placeholder={t('cardTemplates:itemsPlaceholder')}
            value={items}
            onChange={(event) => change(key, { items: event.currentTarget.value })}
          />
        </div>
      ))}
      {checklists.length < limits.cardChecklists && (
        <Button
          className={own.add}
          variant="subtle"
          leftSection={<IconPlus aria-hidden />}
          onClick={() => onChange([...checklists, { key: next, title: '', items: '' }])}
        >
          {t('cardTemplates:checklistAdd')}
        </Button>
      )}
    </fieldset>
  )
}
