import type { Language } from '@rodada/contract/core/languages'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { Providers } from './app/providers.tsx'
import { LandingScreen } from './features/landing/LandingScreen.tsx'
import { loadTexts, speak, t } from './i18n/index.ts'

/** Pages that the landing page leads to. Here they only have an address. */
const others = ['/login', '/dashboard']

/**
 * The landing page in a language, as it is before anything of it runs: a build puts it into the document, so that it is seen before the program
 * is there. @returns its markup and its description
 */
export async function firstView(language: Language): Promise<{ markup: string; description: string }> {
  await speak(language)
  await loadTexts('landing')
  const root = createRootRoute()
  const at = (path: string) => ({ getParentRoute: () => root, path })
  const landing = createRoute({ ...at('/'), component: LandingScreen })
  const router = createRouter({
    routeTree: root.addChildren([landing, ...others.map((path) => createRoute(at(path)))]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  const markup = renderToString(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { markup, description: t('description') }
}
