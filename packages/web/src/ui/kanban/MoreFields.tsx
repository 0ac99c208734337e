import { priorities } from '@rodada/contract/board-settings'
import type { Priority } from '@rodada/contract/fields'
import { limits } from '@rodada/contract/limits'
import { t } from '../../i18n/index.ts'
import { isPlausible } from '../../lib/due.ts'
import fields from '../fields.module.css'
import classes from './Composer.module.css'
import type { NewItem } from './new-item.ts'

type Props = { id: string; item: NewItem; onChange: (fields: Partial<NewItem>) => void }

/** What a new card may be given beside its title. */
export function MoreFields({ id, item, onChange }: Props) {
  return (
    <div className={classes.fields}>
      <div className={fields.field}>
        <label htmlFor={`${id}-description`}>{t('kanban:composer.description')}</label>
        <textarea
          id={`${id}-description`}
          className={fields.area}
          rows={2}
          value={item.description}
          maxLength={limits.cardDescription}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </div>
      <div className={fields.pair}>
        <div className={fields.field}>
          <label htmlFor={`${id}-due`}>{t('kanban:composer.due')}</label>
          <input
            id={`${id}-due`}
            type="date"
            className={fields.input}
            min="1900-01-01"
            max="9999-12-31"
            // Uncontrolled: while a date is being typed, the field says that it is empty.
            defaultValue={item.due_date ?? ''}
            onChange={({ currentTarget: { value, validity } }) => {
              if (!validity.badInput && (value === '' || isPlausible(value))) onChange({ due_date: value || null })
            }}
          />
        </div>
        <div className={fields.field}>
          <label htmlFor={`${id}-priority`}>{t('kanban:composer.priority')}</label>
          <select
            id={`${id}-priority`}
            className={fields.select}
            value={item.priority}
            onChange={(event) => onChange({ priority: event.currentTarget.value as Priority })}
          >
            {priorities.map((priority) => (
              <option key={priority} value={priority}>
                {t(`priority.${priority}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </div>
  )
}
