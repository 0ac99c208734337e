import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCards } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { remove } from '../../lib/device/storage.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Brand } from '../../ui/page/Brand.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { ThemeToggle } from '../../ui/theme/ThemeToggle.tsx'
import { BigTable } from './BigTable.tsx'
import { LandingFooter } from './LandingFooter.tsx'
import classes from './LandingScreen.module.css'
import { useRoomCreation } from './use-room-creation.ts'

const loadCreate = () => import('./CreateRoomModal.tsx')
const loadJoin = () => import('./JoinRoomModal.tsx')
const loadSocket = () => import('./landing-socket.ts')

type Dialog = { onClose: () => void; onError: (text: string) => void }
/** A dialog that could not be fetched: the page stays, says why, and is there for another try. */
function Unreachable({ onClose, onError }: Dialog) {
  useEffect(() => {
    onError(t('landing:errors.connect'))
    onClose()
  }, [onClose, onError])
  return null
}
const CreateRoomModal = lazyPart(async () => (await loadCreate()).CreateRoomModal, { otherwise: Unreachable })
const JoinRoomModal = lazyPart<Dialog & { initialId: string }>(async () => (await loadJoin()).JoinRoomModal, {
  otherwise: Unreachable,
})

/** Fetches what a button will need while the pointer is still on its way; a failure shows when it is really needed. */
const soon = (...loads: (() => Promise<unknown>)[]) => ({
  onPointerEnter: () => loads.forEach((load) => void load().catch(() => undefined)),
  onFocus: () => loads.forEach((load) => void load().catch(() => undefined)),
})

const route = getRouteApi('/')

/** The page is the table: create a room, or enter one. */
export function LandingScreen() {
  const { sala } = route.useSearch()
  const navigate = route.useNavigate()
  const creation = useRoomCreation()
  const [joining, setJoining] = useState(false)
  const { setError } = creation

  useEffect(() => {
    remove('currentRoom', 'userName', 'userRole')
    return () =>
      void loadSocket().then(
        ({ closeLandingSocket }) => closeLandingSocket(),
        () => undefined,
      )
  }, [])

  const dialogOpen = creation.open || joining || sala !== undefined
  useEffect(() => {
    if (!dialogOpen) return
    let stop: (() => void) | undefined
    let gone = false
    void loadSocket().then(
      ({ watchServerErrors }) => {
        if (!gone) stop = watchServerErrors(setError)
      },
      () => undefined,
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [dialogOpen, setError])

  const closeJoin = () => {
    setJoining(false)
    if (sala !== undefined) void navigate({ search: {}, replace: true })
  }
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Brand />
        <span className={classes.gap} />
        <ThemeToggle />
        <LinkButton to="/dashboard" preload={false}>
          {t('landing:myPanel')}
        </LinkButton>
      </header>
      <main id="conteudo" tabIndex={-1}>
        <section className={classes.hero}>
          <h1>{t('landing:hero.title')}</h1>
          <p>
            {t('landing:hero.line1')}
            <br />
            {t('landing:hero.line2')}
          </p>
          <div className={classes.actions}>
            <Button
              variant="accent"
              size="lg"
              leftSection={<IconCards aria-hidden />}
              onClick={creation.start}
              data-early="create"
              {...soon(loadCreate, loadSocket)}
            >
              {t('landing:hero.create')}
            </Button>
            <Button size="lg" onClick={() => setJoining(true)} data-early="join" {...soon(loadJoin)}>
              {t('landing:hero.join')}
            </Button>
          </div>
          {creation.error && (
            <p className={classes.error} role="alert">
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
              {creation.error}
            </p>
          )}
        </section>
        <BigTable />
      </main>
      <LandingFooter />
      {creation.open && (
        <CreateRoomModal
          loading={creation.loading}
          roomId={creation.roomId}
          notice={creation.notice}
          onClose={creation.close}
          onError={setError}
        />
      )}
      {(joining || sala !== undefined) && <JoinRoomModal initialId={sala ?? ''} onClose={closeJoin} onError={setError} />}
    </div>
  )
}
