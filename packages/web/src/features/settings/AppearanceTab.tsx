import { t } from '../../i18n/index.ts'
import { type Appearance, useAppearance } from '../../lib/device/appearance.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { toast } from '../../ui/states/feedback.tsx'
import { useChooseAppearance } from '../../ui/theme/use-choose-appearance.ts'
import { DeckPanel } from './DeckPanel.tsx'
import classes from './settings.module.css'
import { ThemeChoice } from './ThemeChoice.tsx'
import { WithSettings } from './use-settings.tsx'

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
      <WithSettings>{(settings) => <DeckPanel settings={settings} />}</WithSettings>
    </>
  )
}
