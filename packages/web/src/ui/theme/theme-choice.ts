import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { Theme } from '../../lib/device/appearance.ts'

/** The order in which one button goes round, from the default. */
export const nextTheme: Record<Theme, Theme> = { light: 'dark', dark: 'auto', auto: 'light' }
export const themeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const
