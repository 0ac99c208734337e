import { Button } from '@mantine/core'
import { type CardTemplateSummary, cardTemplatesApi } from '@rodada/contract/cards/templates'
import { limits } from '@rodada/contract/core/limits'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { Skeleton } from '../../../ui/states/Skeleton.tsx'
import { useBoard } from '../session/use-board.ts'
import { TemplateFacts } from './TemplateFacts.tsx'
import { EditTemplate, TemplateForm } from './TemplateForm.tsx'
import own from './Templates.module.css'
import { useTemplates } from './templates-query.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The templates of cards of the board: add, rename, change, delete. */
export function TemplatesModal({ onClose }: { onClose: () => void }) {
  const { writes, boardId } = useBoard()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useTemplates()
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const [deleting, setDeleting] = useState<CardTemplateSummary | null>(null)
  if (deleting) {
    const params = { boardId, templateId: deleting.id }
    return (
      <ConfirmDialog
        title={t('cardTemplates:deleteTitle', { name: deleting.name })}
        text={t('cardTemplates:deleteText')}
        action={t('cardTemplates:deleteSubmit')}
        onConfirm={async () => {
          const done = await writes.perform(null, () => call(cardTemplatesApi.remove, { params }), t('cardTemplates:deleteProblem'))
          if (done) announce(t('cardTemplates:deleted', { name: deleting.name }))
          await queryClient.invalidateQueries({ queryKey: ['board', boardId, 'card-templates'] })
        }}
        onClose={() => setDeleting(null)}
      />
    )
  }
  const back = () => {
    setEditing(null)
    void refetch()
  }
  if (editing !== null)
    return (
      <Dialog title={t(editing === 'new' ? 'cardTemplates:new' : 'cardTemplates:change')} size={560} onClose={onClose}>
        {editing === 'new' ? <TemplateForm template={null} onClose={back} /> : <EditTemplate templateId={editing} onClose={back} />}
      </Dialog>
    )
  return (
    <Dialog title={t('cardTemplates:title')} size={520} onClose={onClose}>
      {data === undefined ? (
        error ? (
          <ErrorState level={3} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height="6rem" />
        )
      ) : data.length === 0 ? (
        <EmptyState art="board" title={t('cardTemplates:none')} text={t('cardTemplates:noneText')} />
      ) : (
        <ul className={classes.rows}>
          {data.map((template) => (
            <li key={template.id}>
              <span className={classes.rowText}>
                {template.name}
                <TemplateFacts template={template} />
              </span>
              <IconButton label={t('cardTemplates:edit', { name: template.name })} onClick={() => setEditing(template.id)}>
                <IconPencil {...icon} />
              </IconButton>
              <IconButton label={t('cardTemplates:delete', { name: template.name })} onClick={() => setDeleting(template)}>
                <IconTrash {...icon} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {data && data.length < limits.cardTemplates && (
        // What had the focus, such as a form, is gone.
        <Button className={own.new} leftSection={<IconPlus aria-hidden />} onClick={() => setEditing('new')} data-autofocus autoFocus>
          {t('cardTemplates:new')}
        </Button>
      )}
      {data && data.length >= limits.cardTemplates && <p className={classes.hint}>{t('texts:tooManyTemplates')}</p>}
    </Dialog>
  )
}
