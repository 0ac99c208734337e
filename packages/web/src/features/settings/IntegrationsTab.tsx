import { IconBrandGoogleDrive, IconBrandSlack } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { CalendarPanel } from './integrations/CalendarPanel.tsx'
import { GithubPanel } from './integrations/GithubPanel.tsx'
import classes from './integrations/integrations.module.css'

/** 'Integrações': the own GitHub account and calendar, and where the other services are at work. */
export function IntegrationsTab() {
  return (
    <>
      <GithubPanel />
      <CalendarPanel />
      <Panel title={t('integrations:slack.title')}>
        <div className={classes.service}>
          <IconBrandSlack size={26} stroke={1.5} aria-hidden className={classes.mark} />
          <div>
            <p>{t('integrations:slack.what')}</p>
            <p className={classes.quiet}>{t('integrations:slack.where')}</p>
          </div>
          <LinkButton to="/trello">{t('integrations:boards')}</LinkButton>
        </div>
      </Panel>
      <Panel title={t('integrations:drive.title')}>
        <div className={classes.service}>
          <IconBrandGoogleDrive size={26} stroke={1.5} aria-hidden className={classes.mark} />
          <div>
            <p>{t('integrations:drive.what')}</p>
            <p className={classes.quiet}>{t('integrations:drive.where')}</p>
          </div>
        </div>
      </Panel>
    </>
  )
}
