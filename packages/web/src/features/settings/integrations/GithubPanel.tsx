import { Button } from '@mantine/core'
import { type GithubStatus, githubApi } from '@rodada/contract/integrations/github'
import { githubBannerMs } from '@rodada/contract/integrations/settings'
import { IconBrandGithub } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { Banner, useBanner } from '../../../ui/states/Banner.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { readSettingsSearch } from '../settings-search.ts'
import { type GithubReturn, keepGithub, readGithubReturn } from './github-return.ts'
import classes from './integrations.module.css'

const key = ['github', 'status']

/** The own GitHub account: connect, what it is used for, disconnect. */
export function GithubPanel() {
  const { banner, tell, complain, clear } = useBanner(githubBannerMs)
  const status = useQuery({ queryKey: key, queryFn: ({ signal }) => call(githubApi.status, { signal }), refetchOnMount: 'always' })
  const { data } = status
  useGithubReturn(data, status.isFetching, tell, complain)
  return (
    // One part of the tab, so that the banner's empty regions take no room.
    <div>
      <Banner banner={banner} onClose={clear} />
      <Panel title={t('integrations:github.title')}>
        {status.isPending && (
          <SkeletonGroup>
            <Skeleton height="1.25rem" />
            <Skeleton height="2.25rem" width="11.25rem" />
          </SkeletonGroup>
        )}
        {status.isError && !data && <ErrorState level={3} title={t('settings:failed')} onRetry={() => void status.refetch()} />}
        {data && (
          <div className={classes.service}>
            <IconBrandGithub size={26} stroke={1.5} aria-hidden className={classes.mark} />
            {data.connected ? <Connected account={data} /> : data.available ? <Offer /> : <NotSetUp />}
          </div>
        )}
      </Panel>
    </div>
  )
}

/** Tells how the way through GitHub ended, once the server has said the same, and cleans the address. */
function useGithubReturn(
  status: GithubStatus | undefined,
  isFetching: boolean,
  tell: (text: string) => void,
  complain: (text: string) => void,
) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [returned] = useState<GithubReturn | undefined>(() => readGithubReturn(search))
  const [told, setTold] = useState(false)
  useEffect(() => {
    if (returned === undefined) return
    void navigate({ to: '/settings', search: readSettingsSearch({ aba: 'integracoes' }), replace: true, resetScroll: false })
  }, [returned, navigate])
  useEffect(() => {
    if (status && !isFetching) keepGithub(status.connected ? status : null)
    if (returned === undefined || told) return
    if (returned.kind === 'damaged') complain(t('integrations:github.problems.data'))
    else if (returned.kind === 'refused') {
      const reason = t(`integrations:github.problems.${returned.reason ?? 'unknown'}`)
      complain(t('integrations:github.problems.connect', { reason }))
    } else if (!status || isFetching) {
      keepGithub({ username: returned.login, avatar_url: returned.avatarUrl })
      return
      // An address that somebody made up connects nobody.
    } else if (status.connected && status.username === returned.login) tell(t('integrations:github.done'))
    else complain(t('integrations:github.problems.data'))
    setTold(true)
  }, [returned, told, status, isFetching, tell, complain])
}

/** Leaves for GitHub's page of authorization. */
function useConnect() {
  const [leaving, setLeaving] = useState(false)
  const connect = async () => {
    setLeaving(true)
    try {
      const redirectUri = `${location.origin}/settings?aba=integracoes`
      const { authUrl } = await call(githubApi.authUrl, { body: { redirectUri } })
      location.assign(authUrl)
    } catch (reason) {
      setLeaving(false)
      tellProblem(t('integrations:github.problems.authUrl'), reason)
    }
  }
  return { leaving, connect }
}

function Offer() {
  const { leaving, connect } = useConnect()
  return (
    <>
      <div>
        <p>{t('integrations:github.what')}</p>
        <p className={classes.quiet}>{t('integrations:github.access')}</p>
      </div>
      <div className={classes.actions}>
        <Button variant="filled" loading={leaving} onClick={() => void connect()}>
          {t('integrations:github.connect')}
        </Button>
      </div>
    </>
  )
}

function Connected({ account }: { account: GithubStatus }) {
  const { leaving, connect } = useConnect()
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const disconnect = async () => {
    try {
      await call(githubApi.disconnect)
      keepGithub(null)
      toast(t('integrations:github.disconnected'))
    } catch (reason) {
      tellProblem(t('integrations:github.problems.disconnect'), reason)
    }
    await client.invalidateQueries({ queryKey: key })
  }
  return (
    <>
      <div>
        <p className={classes.who}>
          <b>{t('integrations:github.connectedAs', { login: account.username ?? '' })}</b>
          {account.connected_at && (
            <span className={classes.quiet}>{t('integrations:github.since', { date: format.day(account.connected_at.slice(0, 10)) })}</span>
          )}
        </p>
        {account.broken ? (
          <p className={classes.broken}>{t('integrations:github.broken')}</p>
        ) : (
          <p className={classes.quiet}>{t('integrations:github.what')}</p>
        )}
      </div>
      <div className={classes.actions}>
        {account.broken && (
          <Button variant="filled" loading={leaving} onClick={() => void connect()}>
            {t('integrations:github.reconnect')}
          </Button>
        )}
        <Button onClick={() => setAsking(true)}>{t('integrations:github.disconnect')}</Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('integrations:github.disconnectTitle')}
          text={t('integrations:github.disconnectText')}
          action={t('integrations:github.disconnect')}
          onConfirm={disconnect}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** How the operator of the installation sets it up; nobody else can. */
const NotSetUp = () => (
  <div>
    <p>{t('integrations:github.off')}</p>
    <p className={classes.quiet}>{t('integrations:github.howTo')}</p>
    <code className={classes.code}>{`${t('integrations:github.callback')}: ${location.origin}/api/github/callback`}</code>
    <code className={classes.code}>GITHUB_CLIENT_ID=… GITHUB_CLIENT_SECRET=… npm start</code>
  </div>
)
