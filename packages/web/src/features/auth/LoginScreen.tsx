import { Button } from '@mantine/core'
import { IconBug, IconDoorEnter } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { hasSessionEnded } from '../../lib/session-end.ts'
import { Brand } from '../../ui/Brand.tsx'
import { LanguageChoice } from '../../ui/LanguageChoice.tsx'
import { ThemeToggle } from '../../ui/ThemeToggle.tsx'
import { logStoredState } from './debug.ts'
import { ForgotForm } from './ForgotForm.tsx'
import { GuestForm } from './GuestForm.tsx'
import { InvitePanel } from './InvitePanel.tsx'
import { LoginForm } from './LoginForm.tsx'
import classes from './LoginScreen.module.css'
import { RegisterForm } from './RegisterForm.tsx'
import { TwoFactorForm } from './TwoFactorForm.tsx'

const route = getRouteApi('/login')
type Mode = 'login' | 'register' | 'guest' | 'code' | 'forgot'
const openingModes = { criar: 'register', esqueci: 'forgot' } as const

/** Login with its second step, registration, the forgotten password, and the guest's way in when a room waits. */
export function LoginScreen() {
  const { roomId, modo } = route.useSearch()
  const [mode, setMode] = useState<Mode>(modo ? openingModes[modo] : 'login')
  // Kept here so that switching between the modes loses nothing that was typed.
  const [email, setEmail] = useState('')
  const [challenge, setChallenge] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(() => (hasSessionEnded() ? t('auth:sessionEnded') : null))
  const backToLogin = (why: string | null = null) => {
    setNotice(why)
    setMode('login')
  }
  const askCode = (token: string) => {
    setChallenge(token)
    setMode('code')
  }
  const shared = { roomId, email, onEmail: setEmail }
  return (
    <div className={classes.screen}>
      <main id="conteudo" tabIndex={-1} className={classes.side}>
        <header className={classes.header}>
          <Brand />
          <ThemeToggle />
        </header>
        <div className={classes.content}>
          <h1>{t(`auth:title.${mode}`)}</h1>
          <Lead mode={mode} roomId={roomId} />
          {(mode === 'login' || mode === 'register') && <Modes mode={mode} onMode={setMode} />}
          {mode === 'login' && <LoginForm {...shared} notice={notice} onTwoFactor={askCode} onForgot={() => setMode('forgot')} />}
          {mode === 'register' && <RegisterForm {...shared} />}
          {mode === 'guest' && roomId && <GuestForm roomId={roomId} onBack={() => backToLogin()} />}
          {mode === 'code' && challenge && (
            <TwoFactorForm token={challenge} roomId={roomId} onOver={backToLogin} onBack={() => backToLogin()} />
          )}
          {mode === 'forgot' && <ForgotForm email={email} onEmail={setEmail} onBack={() => backToLogin()} />}
          {mode === 'login' && roomId && <GuestOffer onChoose={() => setMode('guest')} />}
          {import.meta.env.DEV && (
            <Button variant="subtle" size="sm" leftSection={<IconBug aria-hidden />} onClick={logStoredState} className={classes.debug}>
              {t('auth:debug')}
            </Button>
          )}
        </div>
        <footer className={classes.footer}>
          <LanguageChoice />
        </footer>
      </main>
      <InvitePanel roomId={roomId} />
    </div>
  )
}

function Lead({ mode, roomId }: { mode: Mode; roomId: string | undefined }) {
  if (mode === 'code' || mode === 'forgot') return <p className={classes.lead}>{t(`auth:lead.${mode}`)}</p>
  if (!roomId) return <p className={classes.lead}>{t(mode === 'register' ? 'auth:lead.register' : 'auth:lead.login')}</p>
  const before = { login: 'auth:lead.roomBefore', register: 'auth:lead.roomRegisterBefore', guest: 'auth:lead.roomGuestBefore' } as const
  return (
    <p className={classes.lead}>
      {t(before[mode])}
      <b className={classes.roomId}>{roomId}</b>.
    </p>
  )
}

function Modes({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  return (
    <fieldset className={classes.modes} aria-label={t('auth:modes.label')}>
      {(['login', 'register'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={mode === each} onClick={() => onMode(each)}>
          {t(`auth:modes.${each}`)}
        </button>
      ))}
    </fieldset>
  )
}

function GuestOffer({ onChoose }: { onChoose: () => void }) {
  return (
    <>
      <p className={classes.or}>{t('auth:or')}</p>
      <Button size="lg" fullWidth onClick={onChoose} leftSection={<IconDoorEnter aria-hidden />}>
        {t('auth:guest.enter')}
      </Button>
      <p className={classes.hint}>{t('auth:guest.hint')}</p>
    </>
  )
}
