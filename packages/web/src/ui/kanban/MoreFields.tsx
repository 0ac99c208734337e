import { priorities } from '@rodada/contract/boards/settings'
import type { Priority } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { t } from '../../i18n/index.ts'
import type { Day } from '../../lib/dates/days.ts'
import { DateField } from '../fields/DateField.tsx'
import fields from '../fields/fields.module.css'
import classes from './Composer.module.css'
import type { NewItem } from './new-item.ts'

type Props = { id: string; item: NewItem; sprintEnd?: Day | undefined; onChange: (fields: Partial<NewItem>) => void }

/** What a new card may be given beside its title. */
export function MoreFields({ id, item, sprintEnd, onChange }: Props) {
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
          <DateField
            id={`${id}-due`}
            label={t('kanban:composer.due')}
            value={item.due_date}
            sprintEnd={sprintEnd}
            onChange={(day) => onChange({ due_date: day || null })}
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
