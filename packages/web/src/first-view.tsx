import type { Language } from '@rodada/contract/core/languages'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { FirstViewFailed } from './app/FirstView.tsx'
import { Providers } from './app/providers.tsx'
import { LoginScreen } from './features/auth/LoginScreen.tsx'
import { LandingScreen } from './features/landing/LandingScreen.tsx'
import { RoomLoading } from './features/rooms/RoomLoading.tsx'
import { loadTexts, speak, t } from './i18n/index.ts'

/** The landing page, the door of a room and the room, where any will do: nothing of it is known yet. */
const addresses = { landing: '/', seat: '/login?roomId=AAAAAA', room: '/votacao/AAAAAA' }

/**
 * Pages in a language, as they are before anything of them runs: a build puts them into their documents, so that they are seen before the program
 * is there. @returns their markup, and the description of the product
 */
export async function firstViews(language: Language): Promise<Record<keyof typeof addresses | 'description', string>> {
  await speak(language)
  await loadTexts('landing', 'auth', 'rooms')
  const [landing, seat, room] = [await draw(addresses.landing), await draw(addresses.seat), await draw(addresses.room)]
  return { landing, seat, room, description: t('description') }
}

async function draw(address: string): Promise<string> {
  const root = createRootRoute()
  const at = (path: string) => ({ getParentRoute: () => root, path })
  const routes = [
    createRoute({ ...at('/'), component: LandingScreen }),
    createRoute({ ...at('/login'), component: LoginScreen }),
    createRoute({ ...at('/votacao/$roomId'), component: RoomLoading }),
    // Here it only has an address.
    createRoute(at('/dashboard')),
  ]
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  await router.load()
  return renderToString(
    <Providers>
      <RouterProvider router={router} />
      <FirstViewFailed />
    </Providers>,
  )
}
