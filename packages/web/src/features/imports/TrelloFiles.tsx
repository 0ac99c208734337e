import { limits } from '@rodada/contract/core/limits'
import { t } from '../../i18n/index.ts'
import { Field } from '../../ui/fields/Field.tsx'
import fields from '../../ui/fields/fields.module.css'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import classes from './Imports.module.css'

/** Where Trello makes both. */
const keysPage = 'trello.com/power-ups/admin'

export type TrelloAccess = { key: string; token: string }
type Problems = Partial<Record<keyof TrelloAccess, string>>

/** What is wrong with what was typed; both may be left out. */
export function problemsOf(access: TrelloAccess): Problems {
  if (access.key === '' && access.token === '') return {}
  const problems: Problems = {}
  for (const part of ['key', 'token'] as const)
    if (access[part] === '') problems[part] = t('imports:trello.both')
    else if (!new RegExp(`^[A-Za-z0-9]{16,${limits.importSecret}}$`).test(access[part])) problems[part] = t('texts:importSecretInvalid')
  return problems
}

/** With a key and a token, what cards have in Trello comes as files. */
export function TrelloFiles({
  count,
  access,
  problems,
  onChange,
}: {
  count: number
  access: TrelloAccess
  problems: Problems
  onChange: (access: TrelloAccess) => void
}) {
  return (
    <Panel title={t('imports:trello.title', { count })} note={t('imports:trello.optional')}>
      <div className={fields.form}>
        <p className={fields.hint}>{t('imports:trello.text')}</p>
        <p className={`${fields.hint} ${classes.where}`}>
          {t('imports:trello.where')}{' '}
          <a href={`https://${keysPage}`} target="_blank" rel="noopener noreferrer">
            {keysPage}
          </a>
        </p>
        {(['key', 'token'] as const).map((part) => (
          <Field key={part} label={t(`imports:trello.${part}`)} problem={problems[part]}>
            {(control) => (
              <PasswordField
                {...control}
                autoComplete="off"
                spellCheck={false}
                maxLength={limits.importSecret}
                value={access[part]}
                onChange={(event) => onChange({ ...access, [part]: event.currentTarget.value.trim() })}
              />
            )}
          </Field>
        ))}
      </div>
    </Panel>
  )
}
