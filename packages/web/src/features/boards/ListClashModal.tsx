import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/limits'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/index.ts'
import type { Clash, Edit } from '../../lib/late-text.ts'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import fields from '../../ui/fields.module.css'
import { TextConflict } from '../../ui/TextConflict.tsx'
import { useSession } from './board-session.ts'

type Props = { listId: number; edit: Edit; clash: Clash; onClose: () => void }

/** Two people renamed a list at once: which name stays. */
export function ListClashModal({ listId, edit, clash, onClose }: Props) {
  const { actions } = useSession()
  const [now, setNow] = useState({ mine: edit.text, origin: edit.origin, ...clash })
  const [rewriting, setRewriting] = useState(false)
  const save = async (text: string) => {
    const saved = await actions.renameList(listId, { text, origin: now.theirs, version: now.version })
    if (typeof saved === 'string') return onClose()
    setNow({ mine: text, origin: now.theirs, ...saved })
    setRewriting(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (now.mine.trim() !== '') void save(now.mine.trim())
  }
  return (
    <Dialog title={t('boards:list.renameTitle')} size={520} onClose={onClose}>
      {rewriting ? (
        <form className={fields.form} onSubmit={submit}>
          <input
            className={fields.input}
            value={now.mine}
            maxLength={limits.listTitle}
            aria-label={t('boards:list.title')}
            data-autofocus
            onChange={(event) => setNow({ ...now, mine: event.currentTarget.value })}
          />
          <DialogActions onCancel={onClose}>
            <Button type="submit" variant="filled" disabled={now.mine.trim() === ''}>
              {t('boards:settings.save')}
            </Button>
          </DialogActions>
        </form>
      ) : (
        <TextConflict
          heading={t('conflict:title.list')}
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
