import { t } from '../../i18n/index.ts'
import type { Theme } from '../../lib/device/appearance.ts'
import { themeIcons } from '../../ui/theme/theme-choice.ts'
import classes from './ThemeChoice.module.css'

const themes = ['light', 'dark', 'auto'] as const

/** The three themes as one group of radios, each with a small page in its colours. */
export function ThemeChoice({ theme, onTheme }: { theme: Theme; onTheme: (theme: Theme) => void }) {
  return (
    <fieldset className={classes.themes}>
      <legend className="sr-only">{t('theme.label')}</legend>
      {themes.map((each) => {
        const Icon = themeIcons[each]
        return (
          <label key={each} className={classes.theme}>
            <input type="radio" name="theme" value={each} checked={theme === each} onChange={() => onTheme(each)} />
            <span className={classes.page} data-page={each} aria-hidden="true">
              <i />
              <b />
              <b />
            </span>
            <span className={classes.name}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {t(`theme.${each}`)}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
