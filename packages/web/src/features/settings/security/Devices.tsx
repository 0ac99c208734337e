import { Button } from '@mantine/core'
import { accountApi, type SignedInDevice } from '@rodada/contract/auth/account'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { companyName } from '../../../lib/call/company.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { format } from '../../../lib/dates/format.ts'
import { renewPush } from '../../../lib/device/web-push.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { focusIfLost } from '../../../ui/focus/focus-if-lost.ts'
import { Chip } from '../../../ui/marks/Chip.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import classes from '../settings.module.css'

/** Where this account is signed in. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call(accountApi.sessions, { signal }),
  staleTime: 0,
})

const isPhone = (device: string): boolean => /android|iphone|ipad|ios/i.test(device)

/** The devices that are signed in, with the way to end each of the others or all of them. */
export function Devices() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(devicesQuery)
  const list = useRef<HTMLUListElement>(null)
  const [ending, setEnding] = useState(false)
  const others = data?.filter(({ current }) => !current) ?? []

  const end = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work()
      void renewPush()
      toast(said)
    } catch (reason) {
      tellProblem(t('settings:devices.notEnded'), reason)
    }
    await queryClient.invalidateQueries(devicesQuery)
    focusIfLost(() => list.current)
  }
  const endOne = ({ id }: SignedInDevice) =>
    end(() => call(accountApi.endSession, { params: { sessionId: id } }), t('settings:devices.ended'))
  const endOthers = () => end(() => call(accountApi.endOtherSessions), t('settings:devices.othersEnded'))

  return (
    <Panel
      title={t('settings:devices.title')}
      aside={
        others.length > 1 && (
          <button type="button" onClick={() => setEnding(true)}>
            {t('settings:devices.endOthers')}
          </button>
        )
      }
    >
      {error && !data && <ErrorState level={3} title={t('settings:devices.failed')} text={error.message} onRetry={() => void refetch()} />}
      {!error && !data && (
        <SkeletonGroup>
          <Skeleton height="3.25rem" radius="8px" />
        </SkeletonGroup>
      )}
      {data && (
        <ul ref={list} tabIndex={-1} className={classes.rows} aria-label={t('settings:devices.title')}>
          {data.map((device) => (
            <Device key={device.id} device={device} onEnd={() => endOne(device)} />
          ))}
        </ul>
      )}
      {ending && (
        <ConfirmDialog
          title={t('settings:devices.endOthersTitle')}
          text={t('settings:devices.endOthersText')}
          action={t('settings:devices.endOthers')}
          onConfirm={endOthers}
          onClose={() => setEnding(false)}
        />
      )}
    </Panel>
  )
}

function Device({ device, onEnd }: { device: SignedInDevice; onEnd: () => Promise<void> }) {
  const [sending, setSending] = useState(false)
  const { data: system } = useQuery({ ...systemQuery, enabled: device.by_company })
  const Icon = isPhone(device.device) ? IconDeviceMobile : IconDeviceDesktop
  const name = device.device || t('settings:devices.unknown')
  const used = t('settings:devices.used', { when: format.dateTime(device.last_used_at) })
  const end = async () => {
    setSending(true)
    await onEnd()
    setSending(false)
  }
  return (
    <li className={classes.row}>
      <Icon size={22} stroke={1.5} aria-hidden />
      <div>
        <b>{name}</b>
        <p className={classes.hint}>
          {device.current ? t('settings:devices.now') : used}
          {device.by_company && ` · ${t('settings:devices.byCompany', { name: companyName(system) })}`}
        </p>
      </div>
      {device.current ? (
        <Chip tone="brand">{t('settings:devices.current')}</Chip>
      ) : (
        <Button
          size="sm"
          variant="danger"
          loading={sending}
          onClick={() => void end()}
          aria-label={t('settings:devices.endOf', { device: name })}
        >
          {t('settings:devices.end')}
        </Button>
      )}
    </li>
  )
}
