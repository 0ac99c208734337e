import { findLanguage, type Language, languages } from '@rodada/contract/core/languages'
import { IconWorld } from '@tabler/icons-react'
import { useId } from 'react'
import { changeLanguage, currentLanguage, t } from '../../i18n/index.ts'
import { toast } from '../states/feedback.tsx'
import classes from './LanguageChoice.module.css'

/** Each language in its own words: a person who landed in another one must find theirs. */
const languageNames: Record<Language, string> = { 'pt-BR': 'Português (Brasil)', 'en-US': 'English (US)', 'es-ES': 'Español (España)' }

/** For who is not signed in: the language of this browser. An account has its own, in its settings. */
export function LanguageChoice() {
  const id = useId()
  return (
    <div className={classes.choice}>
      <label htmlFor={id}>
        <IconWorld size={18} aria-hidden />
        <span className="sr-only">{t('language')}</span>
      </label>
      <select
        id={id}
        data-early-language
        value={currentLanguage()}
        onChange={({ currentTarget }) => {
          const chosen = findLanguage(currentTarget.value)
          // Drawn again, the page has another select in the same place: the focus goes there.
          if (chosen)
            void changeLanguage(chosen).then(
              () => requestAnimationFrame(() => document.querySelector<HTMLElement>(`.${classes.choice} select`)?.focus()),
              () => toast(t('errors.network'), { kind: 'problem' }),
            )
        }}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </div>
  )
}
