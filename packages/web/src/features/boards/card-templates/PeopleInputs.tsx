import { limits } from '@rodada/contract/core/limits'
import { t } from '../../../i18n/index.ts'
import { Field } from '../../../ui/fields/Field.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { useBoard } from '../session/use-board.ts'
import type { TemplateDraft } from './template-draft.ts'

type Props = { draft: TemplateDraft; onChange: (part: Partial<TemplateDraft>) => void }

/** Who answers for the cards of a template, and who takes part in them. */
export function PeopleInputs({ draft: { assignedTo, participantIds }, onChange }: Props) {
  const { members } = useBoard()
  const others = members.filter(({ user_id }) => !participantIds.includes(user_id))
  return (
    <>
      <div className={classes.pair}>
        <Field label={t('cardTemplates:assignee')}>
          {(control) => (
            <select
              {...control}
              className={classes.select}
              value={assignedTo ?? ''}
              onChange={(event) => onChange({ assignedTo: Number(event.currentTarget.value) || null })}
            >
              <option value="">{t('cardTemplates:nobody')}</option>
              {members.map(({ user }) => (
                <option key={user.id} value={user.id}>
                  {user.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('cardTemplates:participants')}>
          {(control) => (
            <select
              {...control}
              className={classes.select}
              value=""
              disabled={participantIds.length >= limits.cardParticipants || others.length === 0}
              onChange={(event) => onChange({ participantIds: [...participantIds, Number(event.currentTarget.value)] })}
            >
              <option value="">{t('cardTemplates:participantAdd')}</option>
              {others.map(({ user }) => (
                <option key={user.id} value={user.id}>
                  {user.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {participantIds.length > 0 && (
        <fieldset className={classes.chips}>
          <legend className="sr-only">{t('cardTemplates:participants')}</legend>
          {members
            .filter(({ user_id }) => participantIds.includes(user_id))
            .map(({ user }) => (
              <label key={user.id} className={classes.chip}>
                <input
                  type="checkbox"
                  checked
                  onChange={() => onChange({ participantIds: participantIds.filter((id) => id !== user.id) })}
                />
                {user.name}
              </label>
            ))}
        </fieldset>
      )}
    </>
  )
}
