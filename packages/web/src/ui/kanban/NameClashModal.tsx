import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/index.ts'
import type { Clash, Edit } from '../../lib/text/stale-text.ts'
import type { SavedText } from '../cards/writes.ts'
import { Dialog, DialogActions } from '../dialog/Dialog.tsx'
import fields from '../fields/fields.module.css'
import { TextConflict } from '../fields/TextConflict.tsx'

type Props = {
  title: string
  /** What has the name; its heading is read here, since its texts are loaded along with this dialog. */
  of: 'list' | 'column'
  /** What the field is called while the name is written again. */
  label: string
  max: number
  edit: Edit
  clash: Clash
  onSave: (edit: Edit) => Promise<SavedText>
  onClose: () => void
}

/** Two people renamed a column at once: which name stays. Its texts are the namespace 'conflict'. */
export function NameClashModal({ title, of, label, max, edit, clash, onSave, onClose }: Props) {
  const [now, setNow] = useState({ mine: edit.text, origin: edit.origin, ...clash })
  const [rewriting, setRewriting] = useState(false)
  const save = async (text: string) => {
    const saved = await onSave({ text, origin: now.theirs, version: now.version })
    if (typeof saved === 'string') return onClose()
    setNow({ mine: text, origin: now.theirs, ...saved })
    setRewriting(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (now.mine.trim() !== '') void save(now.mine.trim())
  }
  return (
    <Dialog title={title} size={520} onClose={onClose}>
      {rewriting ? (
        <form className={fields.form} onSubmit={submit}>
          <input
            className={fields.input}
            value={now.mine}
            maxLength={max}
            aria-label={label}
            data-autofocus
            onChange={(event) => setNow({ ...now, mine: event.currentTarget.value })}
          />
          <DialogActions onCancel={onClose}>
            <Button type="submit" variant="filled" disabled={now.mine.trim() === ''}>
              {t('conflict:save')}
            </Button>
          </DialogActions>
        </form>
      ) : (
        <TextConflict
          heading={t(`conflict:title.${of}`)}
          origin={now.origin}
          mine={now.mine}
          theirs={now.theirs}
          oneLine
          onMine={() => void save(now.mine)}
          onTheirs={onClose}
          onRewrite={() => setRewriting(true)}
        />
      )}
    </Dialog>
  )
}
