import { Button } from '@mantine/core'
import { IconPaperclip, IconPlus } from '@tabler/icons-react'
import { t } from '../../../../i18n/index.ts'
import { focusIfLost } from '../../../../ui/focus/focus-if-lost.ts'
import { ErrorState } from '../../../../ui/states/ErrorState.tsx'
import { useCard } from '../card-context.ts'
import { Section } from '../Section.tsx'
import { AddLink } from './AddLink.tsx'
import { AttachmentRow } from './AttachmentRow.tsx'
import { GithubRow } from './GithubRow.tsx'
import classes from './Links.module.css'
import { findAddLink, useLinks } from './use-links.ts'

/** What hangs on the card: links to documents and pages, issues and pull requests. Not drawn without any, unless the first is being added. */
export function Links({ isAdding, setAdding }: { isAdding: boolean; setAdding: (isAdding: boolean) => void }) {
  const { canWrite } = useCard()
  const { attachments, links, count } = useLinks()
  const retry = () => {
    void attachments.refetch()
    void links.refetch()
  }
  const failed = (attachments.isError && !attachments.data) || (links.isError && !links.data)
  if (failed) {
    return (
      <Section icon={IconPaperclip} title={t('integrations:links.title')}>
        <ErrorState level={3} title={t('integrations:links.loadProblem')} onRetry={retry} />
      </Section>
    )
  }
  const adds = canWrite && isAdding
  if (!attachments.data || !links.data || (count === 0 && !adds)) return null
  const close = () => {
    setAdding(false)
    focusIfLost(findAddLink)
  }
  const add = canWrite && !adds && (
    <Button
      size="sm"
      variant="subtle"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      data-add-link
      onClick={() => setAdding(true)}
    >
      {t('integrations:links.add')}
    </Button>
  )
  return (
    <Section icon={IconPaperclip} title={t('integrations:links.title')} count={count ? String(count) : undefined} action={add}>
      {count !== 0 && (
        <ul className={classes.list}>
          {links.data.map((link) => (
            <GithubRow key={`github-${link.id}`} link={link} />
          ))}
          {attachments.data.map((attachment) => (
            <AttachmentRow key={attachment.id} attachment={attachment} />
          ))}
        </ul>
      )}
      {adds && <AddLink onClose={close} />}
    </Section>
  )
}
