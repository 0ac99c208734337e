import { ActionIcon } from '@mantine/core'
import { t } from '../../i18n/index.ts'
import { useAppearance } from '../../lib/device/appearance.ts'
import { announce } from '../states/LiveRegion.tsx'
import { nextTheme, themeIcons } from './theme-choice.ts'
import { useChooseAppearance } from './use-choose-appearance.ts'

/** Light, dark, or as the system. */
export function ThemeToggle() {
  const { theme } = useAppearance()
  const choose = useChooseAppearance()
  const Icon = themeIcons[theme]
  const label = t('theme.toggle', { current: t(`theme.${theme}`) })
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      data-early="theme"
      aria-label={label}
      title={label}
      onClick={() => {
        const chosen = nextTheme[theme]
        announce(t('theme.changed', { current: t(`theme.${chosen}`) }))
        void choose({ theme: chosen })
      }}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
