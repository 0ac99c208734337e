import { Button } from '@mantine/core'
import type { InviteOutcome } from '@rodada/contract/auth/sign-up'
import { IconCopy } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import { copyLinks, linksOf } from './copy-links.ts'
import own from './InvitePeople.module.css'

/** What became of each invited address; where no mail is sent, with the links to pass on, which are never shown again. */
export function Outcomes({ outcomes }: { outcomes: readonly InviteOutcome[] }) {
  if (outcomes.length === 0) return null
  const links = linksOf(outcomes)
  return (
    <section className={own.outcomes} aria-label={t('inviting:outcomes')}>
      {links.length > 0 && (
        <div className={own.links}>
          <p>{t('inviting:links', { count: links.length })}</p>
          <Button size="sm" leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />} onClick={() => void copyLinks(outcomes)}>
            {t('inviting:copy', { count: links.length })}
          </Button>
        </div>
      )}
      <ul>
        {outcomes.map(({ email, outcome }) => (
          <li key={email} data-bad={outcome === 'later' || outcome === 'full' || undefined}>
            <b>{email}</b>
            <span>{t(`inviting:outcome.${outcome}`)}</span>
            {outcome === 'linked' && (
              <input
                readOnly
                value={links.find((link) => link.email === email)?.url ?? ''}
                aria-label={t('inviting:linkOf', { email })}
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
