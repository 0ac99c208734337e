import { Button } from '@mantine/core'
import { boardExportApi } from '@rodada/contract/boards/export'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { downloadFile } from '../../../lib/call/download-file.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { toast } from '../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { useSession } from '../session/board-session.ts'

const formats = ['json', 'csv'] as const

/** The board as a file to take along. */
export function ExportModal({ onClose }: { onClose: () => void }) {
  const { boardId } = useSession()
  const [saving, setSaving] = useState<readonly string[]>([])
  const save = async (format: (typeof formats)[number]) => {
    setSaving((others) => [...others, format])
    try {
      await downloadFile(boardExportApi[format], { path: String(boardId) })
      toast(t('boardDialogs:export.saved', { format: t(`boardDialogs:export.${format}`) }))
    } catch (reason) {
      tellProblem(t('boardDialogs:export.failed'), reason)
    }
    setSaving((others) => others.filter((other) => other !== format))
  }
  return (
    <Dialog title={t('boardDialogs:export.title')} size={520} onClose={onClose}>
      <p className={classes.hint}>{t('boardDialogs:export.hint')}</p>
      <ul className={classes.rows}>
        {formats.map((format, index) => (
          <li key={format}>
            <span className={classes.rowText}>
              {t(`boardDialogs:export.${format}`)}
              <small>{t(`boardDialogs:export.${format}Hint`)}</small>
            </span>
            <Button
              loading={saving.includes(format)}
              data-autofocus={index === 0 || undefined}
              aria-label={t('boardDialogs:export.download', { format: t(`boardDialogs:export.${format}`) })}
              onClick={() => void save(format)}
            >
              {t('boardDialogs:export.submit')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
