import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../i18n/index.ts'
import { useShownName } from '../lib/page-name.ts'
import { hasSession, subscribeSession } from '../lib/session.ts'
import { Feedback } from '../ui/feedback.tsx'
import { announce, LiveRegion } from '../ui/LiveRegion.tsx'
import classes from './page.module.css'

/** Fetched together with the first screen that stands in it. */
export const loadShell = () => import('./Shell.tsx')
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))
const SessionWatch = lazy(async () => ({ default: (await import('./SessionWatch.tsx')).SessionWatch }))

/** What every page has: skip link, live regions, toasts and alerts, its title, and the focus moved to its start. */
export function RootLayout() {
  useRouteFocus()
  const shell = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.shell })
  const signedIn = useSyncExternalStore(subscribeSession, hasSession)
  return (
    <>
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
      {/* Around the outlet, not inside of the screens: it stays as it is while one goes from page to page. */}
      {shell ? (
        <Suspense fallback={null}>
          <Shell variant={shell}>
            <Outlet />
          </Shell>
        </Suspense>
      ) : (
        <Outlet />
      )}
      <Feedback />
      <LiveRegion />
      {signedIn && (
        <Suspense fallback={null}>
          <SessionWatch />
        </Suspense>
      )}
    </>
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
  const previous = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!settled || path === undefined) return
    const name = page && t(`pages.${page}`)
    const called = shown ?? name
    document.title = called ? t('title.suffix', { page: called }) : t('brand')
    if (previous.current !== undefined && previous.current !== path) {
      // A field with autofocus has already taken the focus where it is more useful.
      if (document.activeElement === null || document.activeElement === document.body) focusContent()
      if (name) announce(name)
    }
    previous.current = path
  }, [page, path, settled, shown])
}
