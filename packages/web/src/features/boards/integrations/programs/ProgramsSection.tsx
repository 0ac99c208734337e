import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { type Webhook, webhooksApi } from '@rodada/contract/integrations/webhooks'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { ErrorState } from '../../../../ui/states/ErrorState.tsx'
import { useSession } from '../../session/board-session.ts'
import classes from '../Integrations.module.css'
import { HookForm } from './HookForm.tsx'
import { HookItem } from './HookItem.tsx'
import { HookSecret } from './HookSecret.tsx'
import own from './Programs.module.css'

/** The addresses that are told what happens on the board. A secret is here once, after its webhook was made. */
export function ProgramsSection() {
  const { boardId } = useSession()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const begin = useRef<HTMLButtonElement>(null)
  const query = useQuery({
    queryKey: ['board', boardId, 'webhooks'],
    queryFn: ({ signal }) => call(webhooksApi.list, { params: { boardId }, signal }),
    gcTime: 0,
  })
  const hooks: readonly Webhook[] = query.data ?? []
  const isFull = hooks.length >= limits.boardWebhooks
  return (
    <section className={classes.section} aria-labelledby="programs-title">
      <h3 id="programs-title">
        <IconPlugConnected size={18} stroke={1.75} aria-hidden />
        {t('integrations:modal.programs.title')}
      </h3>
      <p className={classes.lead}>{t('integrations:modal.programs.lead')}</p>
      {query.isError && <ErrorState level={3} title={t('integrations:modal.loadProblem')} onRetry={() => void query.refetch()} />}
      {query.data && hooks.length === 0 && !adding && <p className={classes.lead}>{t('integrations:modal.programs.none')}</p>}
      {hooks.length > 0 && (
        <ul className={own.hooks}>
          {hooks.map((hook) => (
            <HookItem key={hook.id} hook={hook} onChanged={() => query.refetch()} />
          ))}
        </ul>
      )}
      {/* Where its webhook is, which was added to the end. */}
      {secret && (
        <HookSecret
          secret={secret}
          onKept={() => {
            setSecret(undefined)
            begin.current?.focus()
          }}
        />
      )}
      {adding ? (
        <HookForm
          onSaved={async (made) => {
            setAdding(false)
            await query.refetch()
            // After its row, which would push it out of sight.
            if (made.form === 'rodada') setSecret(made.secret)
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        query.data && (
          <div className={classes.buttons}>
            <Button ref={begin} leftSection={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={() => setAdding(true)}>
              {t('integrations:modal.programs.add')}
            </Button>
            {isFull && <span className={classes.lead}>{t('integrations:modal.programs.full')}</span>}
          </div>
        )
      )}
    </section>
  )
}
