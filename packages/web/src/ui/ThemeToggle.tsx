import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { t } from '../i18n/index.ts'
import { announce } from './LiveRegion.tsx'

/** The order in which the button goes round, from the default. */
const next: Record<MantineColorScheme, MantineColorScheme> = { light: 'dark', dark: 'auto', auto: 'light' }
const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Light, dark, or as the system; stored under `rodada.theme`. */
export function ThemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = icons[colorScheme]
  const label = t('theme.toggle', { current: t(`theme.${colorScheme}`) })
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      aria-label={label}
      title={label}
      onClick={() => {
        const chosen = next[colorScheme]
        setColorScheme(chosen)
        announce(t('theme.changed', { current: t(`theme.${chosen}`) }))
      }}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
