import { Outlet, useRouterState } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useSyncExternalStore } from 'react'
import { currentLanguage, subscribeLanguage, t } from '../i18n/index.ts'
import { hasSession, subscribeSession } from '../lib/call/session.ts'
import { useSeatedRoom } from '../lib/seated-room.ts'
import { useShownName } from '../lib/text/page-name.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Feedback } from '../ui/states/feedback.tsx'
import { announce, LiveRegion } from '../ui/states/LiveRegion.tsx'
import classes from './page.module.css'

/** Fetched together with the first screen that stands in it. */
export const loadShell = () => import('./shell/Shell.tsx')
const Shell = lazyPart(async () => (await loadShell()).Shell)
const RoomReturn = lazyPart(async () => (await import('./shell/RoomReturn.tsx')).RoomReturn, { otherwise: () => null })
const SessionWatch = lazyPart(async () => (await import('./session/SessionWatch.tsx')).SessionWatch)

/** What every page has: skip link, live regions, toasts and alerts, its title, and the focus moved to its start. */
export function RootLayout() {
  // Texts are read while drawing, so another language is another page: everything in it is drawn again.
  const language = useSyncExternalStore(subscribeLanguage, currentLanguage)
  useRouteFocus()
  const shell = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.shell })
  const inRoom = useRouterState({ select: ({ location }) => /^\/votacao\/[^/]+\/?$/.test(location.pathname) })
  const seatedRoom = useSeatedRoom()
  const signedIn = useSyncExternalStore(subscribeSession, hasSession)
  return (
    <Fragment key={language}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link inside the page; the handler only keeps the hash out of the address, where the router would see it */}
      <a
        href="#conteudo"
        className={classes.skip}
        onClick={(event) => {
          event.preventDefault()
          focusContent()
        }}
      >
        {t('skip')}
      </a>
      {seatedRoom !== null && !inRoom && <RoomReturn code={seatedRoom} />}
      {/* Around the outlet, not inside of the screens: it stays as it is while one goes from page to page. */}
      {shell ? (
        <Shell variant={shell}>
          <Outlet />
        </Shell>
      ) : (
        <Outlet />
      )}
      <Feedback />
      <LiveRegion />
      {signedIn && <SessionWatch />}
    </Fragment>
  )
}

function focusContent(): void {
  const content = document.getElementById('conteudo')
  content?.focus({ preventScroll: true })
  content?.scrollIntoView({ block: 'start' })
}

/** Titles the page and, after a navigation (not the first load), moves the focus to the content and says where we are. */
function useRouteFocus(): void {
  const { page, path, settled } = useRouterState({
    select: ({ matches, resolvedLocation, status }) => {
      const last = matches.at(-1)
      const missing = last?.status === 'notFound' || last?.routeId === '__root__'
      return {
        page: missing ? ('notFound' as const) : last?.staticData.page,
        path: resolvedLocation?.pathname,
        settled: status === 'idle',
      }
    },
    structuralSharing: true,
  })
  const shown = useShownName()
  const name = page && t(`pages.${page}`)
  const called = shown ?? name
  const title = called ? t('title.suffix', { page: called }) : t('brand')
  const previous = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!settled || path === undefined) return
    document.title = title
    if (previous.current !== undefined && previous.current !== path) {
      // A field with autofocus has already taken the focus where it is more useful.
      if (document.activeElement === null || document.activeElement === document.body) focusContent()
      if (name) announce(name)
    }
    previous.current = path
  }, [name, title, path, settled])
}
