import { Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBell, IconKey, IconPalette, IconPlugConnected, IconServer2, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef } from 'react'
import type { LazyNamespace } from '../../i18n/catalogue.ts'
import { t } from '../../i18n/index.ts'
import { useRole } from '../../lib/call/use-role.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHead } from '../../ui/page/PageHead.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import classes from './SettingsScreen.module.css'
import { useCompanyReturn } from './security/use-company-return.ts'
import { readSettingsSearch, type SettingsTab, settingsTabs } from './settings-search.ts'

/** A tab that is loaded when it is opened, together with the texts it shows. */
const lazyTab = (load: () => Promise<ComponentType>, ...texts: LazyNamespace[]) => lazyPart(load, { texts, meanwhile: TabBones })

const panels = {
  perfil: lazyTab(async () => (await import('./ProfileTab.tsx')).ProfileTab, 'auth'),
  notificacoes: lazyTab(async () => (await import('./NotificationsTab.tsx')).NotificationsTab, 'notifications'),
  aparencia: lazyTab(async () => (await import('./AppearanceTab.tsx')).AppearanceTab, 'decks'),
  seguranca: lazyTab(async () => (await import('./SecurityTab.tsx')).SecurityTab, 'auth'),
  integracoes: lazyTab(async () => (await import('./IntegrationsTab.tsx')).IntegrationsTab, 'integrations'),
  programas: lazyTab(async () => (await import('./ProgramsTab.tsx')).ProgramsTab, 'programs'),
  sistema: lazyTab(async () => (await import('./SystemTab.tsx')).SystemTab, 'system', 'programs'),
} satisfies Record<SettingsTab, ComponentType>

const icons = {
  perfil: IconUserCircle,
  notificacoes: IconBell,
  aparencia: IconPalette,
  seguranca: IconShieldLock,
  integracoes: IconPlugConnected,
  programas: IconKey,
  sistema: IconServer2,
} satisfies Record<SettingsTab, unknown>

/** /settings: the tabs of the specification, the one that is open in the address. On phones they are a strip that scrolls. */
export function SettingsScreen() {
  const navigate = useNavigate()
  const role = useRole()
  useCompanyReturn()
  const isNarrow = useMediaQuery('(max-width: 60em)', undefined, { getInitialValueInEffect: false })
  const { aba = 'perfil' } = readSettingsSearch(useSearch({ strict: false }))
  const shown = settingsTabs.filter((tab) => tab !== 'sistema' || role === 'admin')
  // Until the server has said who this is, an admin's address is not taken away.
  const isWaiting = aba === 'sistema' && role === undefined
  const current = shown.includes(aba) || isWaiting ? aba : 'perfil'
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const open = list.current?.querySelector(`[data-tab="${current}"]`)
    open?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <>
      <PageHead title={t('settings:title')} lead={t('settings:lead')} />
      <Tabs
        unstyled
        keepMounted={false}
        orientation={isNarrow ? 'horizontal' : 'vertical'}
        value={current}
        onChange={(tab) => void navigate({ to: '/settings', search: readSettingsSearch({ aba: tab }), resetScroll: false })}
        classNames={{ root: classes.root, list: classes.list, tab: classes.tab, tabSection: classes.icon, panel: classes.panel }}
      >
        <Tabs.List ref={list} aria-label={t('settings:title')}>
          {shown.map((tab) => {
            const Icon = icons[tab]
            return (
              <Tabs.Tab key={tab} value={tab} data-tab={tab} leftSection={<Icon size={18} stroke={1.75} aria-hidden />}>
                {t(`settings:tabs.${tab}`)}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
        {settingsTabs.map((tab) => {
          const Panel = panels[tab]
          return (
            <Tabs.Panel key={tab} value={tab}>
              {isWaiting ? <TabBones /> : <Panel />}
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </>
  )
}

const TabBones = () => (
  <SkeletonGroup>
    <Skeleton height="11.25rem" radius="12px" />
    <Skeleton height="8.75rem" radius="12px" />
  </SkeletonGroup>
)
