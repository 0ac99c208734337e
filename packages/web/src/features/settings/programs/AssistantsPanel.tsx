import { mcpPath } from '@rodada/contract/integrations/settings'
import { t } from '../../../i18n/index.ts'
import { CopyButton } from '../../../ui/page/CopyButton.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import classes from './programs.module.css'

/** Where assistants connect that speak MCP. */
export function AssistantsPanel() {
  const address = `${location.origin}${mcpPath}`
  return (
    <Panel
      title={t('programs:assistants.title')}
      aside={
        <a className={classes.how} href="/api/docs#assistentes">
          {t('programs:assistants.how')}
        </a>
      }
    >
      <p className={classes.lead}>{t('programs:assistants.text')}</p>
      <p className={classes.ends}>{t('programs:assistants.care')}</p>
      <div className={classes.address}>
        <span>{t('programs:assistants.address')}</span>
        <code>{address}</code>
        <CopyButton text={address} label={t('programs:assistants.copy')} />
      </div>
    </Panel>
  )
}
