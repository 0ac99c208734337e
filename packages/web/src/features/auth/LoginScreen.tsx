import { Button } from '@mantine/core'
import { IconBug } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { hasSessionEnded } from '../../lib/call/session-end.ts'
import { keepEntry } from '../../lib/entry.ts'
import { rememberPath } from '../../lib/return-to.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import { LanguageChoice } from '../../ui/fields/LanguageChoice.tsx'
import { Brand } from '../../ui/page/Brand.tsx'
import { ThemeToggle } from '../../ui/theme/ThemeToggle.tsx'
import { CompanyButton } from './company/CompanyButton.tsx'
import { CompanyEntry } from './company/CompanyEntry.tsx'
import { roomOf, takeCompanyCode } from './company/company-return.ts'
import { useCompanyDoor, useCompanyProblem } from './company/use-company-door.ts'
import { logStoredState } from './debug.ts'
import { ForgotForm } from './ForgotForm.tsx'
import { InvitePanel, invitationLine } from './InvitePanel.tsx'
import { LoginForm, loginFormId } from './LoginForm.tsx'
import classes from './LoginScreen.module.css'
import { RoomPassword } from './RoomPassword.tsx'
import { SeatDome } from './SeatDome.tsx'
import { SeatForm, seatFormId } from './SeatForm.tsx'
import { openingSeat } from './seat.ts'
import { SignUp } from './sign-up/SignUp.tsx'
import { TwoFactorForm } from './TwoFactorForm.tsx'
import { useInvitation } from './use-invitation.ts'

const route = getRouteApi('/login')
type Mode = 'login' | 'register' | 'code' | 'forgot' | 'company'
const openingModes = { criar: 'register', esqueci: 'forgot' } as const

/** Login with its second step, registration and the forgotten password; when a room waits, a name alone leads to its table. */
export function LoginScreen() {
  const search = route.useSearch()
  const { modo, voltar } = search
  const roomId = search.roomId ?? roomOf(voltar)
  const [companyCode] = useState(() => {
    // Where the way to the company began, whichever way one comes in now.
    if (voltar !== undefined && roomId === undefined) rememberPath(voltar)
    return takeCompanyCode()
  })
  const [mode, setMode] = useState<Mode>(companyCode ? 'company' : modo ? openingModes[modo] : 'login')
  const { hasPasswords, isLeaving } = useCompanyDoor(search, mode === 'company' || mode === 'code')
  const companyProblem = useCompanyProblem(search.empresa)
  // Kept here so that switching between the modes loses nothing that was typed.
  const [email, setEmail] = useState('')
  const [challenge, setChallenge] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(() => (hasSessionEnded() ? t('auth:sessionEnded') : null))
  const [seat, setSeat] = useState(openingSeat)
  const [roomPassword, setRoomPassword] = useState<string | null>(null)
  // What became of the way to the company is said until something else is.
  const said = notice ?? companyProblem
  const seating = mode === 'login' && roomId !== undefined
  const { hasPassword = false, accountsOnly = false } = useInvitation(roomId).data ?? {}
  const asGuest = seating && !accountsOnly
  const backToLogin = (why: string | null = null) => {
    setNotice(why)
    setMode('login')
  }
  // Whichever way in is taken, the room asks for its password only once.
  const keepPassword = () => {
    if (roomId && roomPassword) keepEntry(roomId, { observer: false, password: roomPassword })
  }
  const askCode = useCallback((token: string) => {
    setChallenge(token)
    setMode('code')
  }, [])
  const companyFailed = useCallback((why: string) => {
    setNotice(why)
    setMode('login')
  }, [])
  const shared = { roomId, email, onEmail: setEmail, onSignedIn: keepPassword }
  return (
    <div className={seating ? `${classes.screen} ${classes.seating}` : classes.screen}>
      <main id="conteudo" tabIndex={-1} className={classes.side}>
        <header className={classes.header}>
          <Brand />
          <ThemeToggle />
        </header>
        {seating && <SeatDome roomId={roomId} seat={asGuest ? seat : null} onSeat={setSeat} />}
        <div className={classes.content}>
          <h1>{t(seating ? 'auth:title.seat' : `auth:title.${mode}`)}</h1>
          {seating ? <SeatLead roomId={roomId} /> : <Lead mode={mode} roomId={roomId} />}
          {seating && hasPassword && (
            <RoomPassword password={roomPassword} onPassword={setRoomPassword} form={asGuest ? seatFormId : loginFormId} />
          )}
          {asGuest && (
            <>
              <SeatForm roomId={roomId} seat={seat} onSeat={setSeat} password={roomPassword} />
              <p className={classes.or} data-with-program>
                {t('auth:seat.orAccount')}
              </p>
            </>
          )}
          {!seating && hasPasswords && (mode === 'login' || mode === 'register') && <Modes mode={mode} onMode={setMode} />}
          {mode === 'company' && companyCode && (
            <CompanyEntry code={companyCode} roomId={roomId} onTwoFactor={askCode} onFailed={companyFailed} />
          )}
          {mode === 'login' && !hasPasswords && <FormProblem text={said} />}
          {mode === 'login' && hasPasswords && (
            <LoginForm
              {...shared}
              second={asGuest}
              passwordLabel={t(seating && hasPassword ? 'auth:seat.accountPassword' : 'auth:fields.password')}
              notice={said}
              onTwoFactor={(token) => {
                keepPassword()
                askCode(token)
              }}
              onForgot={() => setMode('forgot')}
            />
          )}
          {mode === 'register' && hasPasswords && <SignUp {...shared} />}
          {(mode === 'login' || mode === 'register') && !isLeaving && (
            <CompanyButton roomId={roomId} second={hasPasswords || asGuest} onLeave={keepPassword} />
          )}
          {mode === 'code' && challenge && (
            <TwoFactorForm token={challenge} roomId={roomId} onOver={backToLogin} onBack={() => backToLogin()} />
          )}
          {mode === 'forgot' && <ForgotForm email={email} onEmail={setEmail} onBack={() => backToLogin()} />}
          {seating && hasPasswords && (
            <p className={classes.newAccount} data-with-program>
              {t('auth:seat.noAccount')}{' '}
              <button type="button" onClick={() => setMode('register')}>
                {t('auth:modes.register')}
              </button>
            </p>
          )}
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
      <InvitePanel roomId={roomId} seat={asGuest ? seat : undefined} />
    </div>
  )
}

function Lead({ mode, roomId }: { mode: Mode; roomId: string | undefined }) {
  if (mode === 'code' || mode === 'forgot' || mode === 'company') return <p className={classes.lead}>{t(`auth:lead.${mode}`)}</p>
  if (!roomId) return <p className={classes.lead}>{t(`auth:lead.${mode}`)}</p>
  return (
    <p className={classes.lead}>
      {t('auth:lead.roomRegisterBefore')}
      <b className={classes.roomId}>{roomId}</b>.
    </p>
  )
}

/** Beside the table that tells of the room, the form says what it takes; on a phone, where there is no such table, the line tells of the room. */
function SeatLead({ roomId }: { roomId: string }) {
  const { data, isError } = useInvitation(roomId)
  const asks = data?.accountsOnly ? 'accountsOnly' : data?.hasPassword ? 'password' : 'seat'
  return (
    <>
      <p className={`${classes.lead} ${classes.wide}`}>{t(`auth:lead.${asks}`)}</p>
      <p className={`${classes.lead} ${classes.narrow}`} aria-live="polite">
        {isError ? t('auth:invite.goneText') : data?.accountsOnly ? t('auth:lead.accountsOnly') : invitationLine(data)}
      </p>
    </>
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
