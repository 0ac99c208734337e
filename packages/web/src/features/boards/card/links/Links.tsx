import { Button } from '@mantine/core'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { githubApi } from '@rodada/contract/integrations/github'
import { IconPaperclip, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { ErrorState } from '../../../../ui/states/ErrorState.tsx'
import { useCard } from '../card-context.ts'
import { cardKey } from '../card-query.ts'
import { Section } from '../Section.tsx'
import { AddLink } from './AddLink.tsx'
import { AttachmentRow } from './AttachmentRow.tsx'
import { GithubRow } from './GithubRow.tsx'
import classes from './Links.module.css'

/** What hangs on the card: links to documents and pages, issues and pull requests. Nothing for who cannot add the first. */
export function Links() {
  const { card, canWrite } = useCard()
  const params = { cardId: card.id }
  const [adding, setAdding] = useState(false)
  const attachments = useQuery({
    queryKey: [...cardKey(card.id), 'attachments'],
    queryFn: ({ signal }) => call(attachmentsApi.list, { params, signal }),
  })
  const links = useQuery({
    queryKey: [...cardKey(card.id), 'github'],
    queryFn: ({ signal }) => call(githubApi.links, { params, signal }),
  })
  const retry = () => {
    void attachments.refetch()
    void links.refetch()
  }
  const count = (attachments.data?.length ?? 0) + (links.data?.length ?? 0)
  const failed = (attachments.isError && !attachments.data) || (links.isError && !links.data)
  if (failed) {
    return (
      <Section icon={IconPaperclip} title={t('integrations:links.title')}>
        <ErrorState level={3} title={t('integrations:links.loadProblem')} onRetry={retry} />
      </Section>
    )
  }
  if (!attachments.data || !links.data || (count === 0 && !canWrite)) return null
  const add = canWrite && !adding && (
    <Button size="sm" variant="subtle" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setAdding(true)}>
      {t('integrations:links.add')}
    </Button>
  )
  return (
    <Section icon={IconPaperclip} title={t('integrations:links.title')} count={count > 0 ? String(count) : undefined} action={add}>
      {count > 0 && (
        <ul className={classes.list}>
          {links.data.map((link) => (
            <GithubRow key={`github-${link.id}`} link={link} />
          ))}
          {attachments.data.map((attachment) => (
            <AttachmentRow key={attachment.id} attachment={attachment} />
          ))}
        </ul>
      )}
      {count === 0 && !adding && <p className={classes.empty}>{t('integrations:links.empty')}</p>}
      {adding && <AddLink onClose={() => setAdding(false)} />}
    </Section>
  )
}
