import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import '@fontsource-variable/figtree/wght.css'
import './styles/mantine.css'
import './styles/base.css'
import { FirstViewOver } from './app/FirstView.tsx'
import { Providers, queryClient } from './app/providers.tsx'
import { router } from './app/router.tsx'
import { startLanguage } from './i18n/index.ts'
import { setUnauthorizedHandler } from './lib/call/call.ts'
import { sessionChanged } from './lib/call/session.ts'
import { dropOthersDrafts } from './lib/device/drafts.ts'
import { rememberPath } from './lib/return-to.ts'

setUnauthorizedHandler(() => {
  queryClient.clear()
  sessionChanged()
  rememberPath(location.pathname + location.search)
  void router.navigate({ to: '/login' })
})

// Somebody signed in in another tab: what the person before them typed here is no longer kept.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === 'userData' && newValue !== null) dropOthersDrafts()
})

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
// The document of this page may show its first view already, which stays until there is something to take its place.
const hasFirstView = container.hasChildNodes()
const root = createRoot(container)
void Promise.all([startLanguage(), hasFirstView && router.load().catch(() => undefined)]).then(() => {
  // In slices, between which a phone takes what is pressed.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
        {hasFirstView && <FirstViewOver />}
      </StrictMode>,
    ),
  )
})
