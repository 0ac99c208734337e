import { Button } from '@mantine/core'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { mailKinds } from '@rodada/contract/notifications/settings'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { PanelScreen } from '../../ui/page/PanelScreen.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import classes from './UnsubscribeScreen.module.css'

/**
 * Where the link of an email leads: it ends emails of that kind, without a login and only when the button is pressed. The token stands
 * behind the '#', which no server and no log sees.
 */
export function UnsubscribeScreen() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)))
  const kind = mailKinds.find((one) => one === token.split('.')[1])
  const end = useMutation({ mutationFn: () => call(notificationsApi.endMail, { body: { token } }) })
  return (
    <PanelScreen>
      {!kind && (
        <EmptyState art="error" level={1} title={t('notifications:unsubscribe.broken')} text={t('notifications:unsubscribe.brokenText')} />
      )}
      {kind && end.isSuccess && (
        <div role="status" className={classes.words}>
          <h1>{t('notifications:unsubscribe.done')}</h1>
          <p>{t('notifications:unsubscribe.doneText')}</p>
          <LinkButton to="/settings" search={{ aba: 'notificacoes' }}>
            {t('notifications:unsubscribe.toSettings')}
          </LinkButton>
        </div>
      )}
      {kind && !end.isSuccess && (
        <div className={classes.words}>
          <h1>{t('notifications:unsubscribe.title')}</h1>
          <p>{t(`notifications:unsubscribe.lead.${kind}`)}</p>
          <p className={classes.dim}>{t('notifications:unsubscribe.stays')}</p>
          <FormProblem text={end.error && `${t('notifications:unsubscribe.failed')}: ${end.error.message}`} />
          <Button size="lg" loading={end.isPending} onClick={() => end.mutate()}>
            {t('notifications:unsubscribe.confirm')}
          </Button>
        </div>
      )}
    </PanelScreen>
  )
}
