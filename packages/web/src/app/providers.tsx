import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '../lib/call/call.ts'
import { getAppearance, showAppearance, subscribeAppearance } from '../lib/device/appearance.ts'
import { cssVariablesResolver, theme } from './theme.ts'

let unsubscribe: (() => void) | undefined
/** Mantine's theme is the one of the appearance. */
const colorSchemeManager: MantineColorSchemeManager = {
  get: () => getAppearance().theme,
  set: (theme) => showAppearance({ theme }),
  subscribe: (onUpdate) => {
    unsubscribe = subscribeAppearance(() => onUpdate(getAppearance().theme))
  },
  unsubscribe: () => unsubscribe?.(),
  clear: () => showAppearance({ theme: 'light' }),
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What the server answered will not change by asking again; what never arrived may.
      retry: (failures, reason) => failures < 2 && reason instanceof CallError && reason.id === 'network',
    },
  },
})

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="light"
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}
