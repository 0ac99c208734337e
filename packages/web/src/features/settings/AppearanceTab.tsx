import { t } from '../../i18n/index.ts'
import { type Appearance, useAppearance } from '../../lib/appearance.ts'
import { toast } from '../../ui/feedback.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useChooseAppearance } from '../../ui/use-choose-appearance.ts'
import classes from './settings.module.css'
import { ThemeChoice } from './ThemeChoice.tsx'

const switches = ['sidebar_collapsed', 'compact_mode', 'show_avatars', 'show_animations'] as const

/** 'Aparência': how the product is drawn for this person, here and on their other devices. */
export function AppearanceTab() {
  const appearance = useAppearance()
  const choose = useChooseAppearance()
  const save = async (change: Partial<Appearance>) => {
    if (await choose(change)) toast(t('settings:appearance.saved'))
  }
  return (
    <>
      <Panel title={t('settings:appearance.theme')}>
        <ThemeChoice theme={appearance.theme} onTheme={(theme) => void save({ theme })} />
      </Panel>
      <Panel title={t('settings:appearance.look')}>
        <div className={classes.rows}>
          {switches.map((name) => (
            <Switch
              key={name}
              label={t(`settings:appearance.${name}.label`)}
              hint={t(`settings:appearance.${name}.hint`)}
              checked={appearance[name]}
              onChange={(on) => void save({ [name]: on })}
            />
          ))}
        </div>
      </Panel>
    </>
  )
}
