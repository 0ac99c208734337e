import { Button } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Label } from '@rodada/contract/boards/boards'
import { boardColorHexes } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type CSSProperties, type FormEvent, useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { type Clash, sendText, TextClash } from '../../../lib/text/stale-text.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { ColorChoice } from '../../../ui/fields/ColorChoice.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { TextConflict } from '../../../ui/fields/TextConflict.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'
import own from './LabelsModal.module.css'

/** The labels of a board: create, rename, colour, delete. */
export function LabelsModal({ onClose }: { onClose: () => void }) {
  const { writes, boardId } = useSession()
  const labels = useBoardPart(({ frame }) => frame.labels, [])
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Label | null>(null)
  if (deleting)
    return (
      <ConfirmDialog
        title={t('boardDialogs:labels.deleteTitle', { name: deleting.name })}
        text={t('boardDialogs:labels.deleteText')}
        action={t('boardDialogs:labels.deleteSubmit')}
        onConfirm={() =>
          writes.perform(
            null,
            () => call(boardsApi.removeLabel, { params: { boardId, labelId: deleting.id } }),
            t('boards:problems.deleteLabel'),
          )
        }
        onClose={() => setDeleting(null)}
      />
    )
  const nextColor = boardColorHexes[labels.length % boardColorHexes.length] ?? boardColorHexes[0] ?? ''
  return (
    <Dialog title={t('boardDialogs:labels.title')} onClose={onClose}>
      {labels.length === 0 && editing === null && (
        <EmptyState art="board" title={t('boardDialogs:labels.none')} text={t('boardDialogs:labels.noneText')} />
      )}
      <ul className={classes.rows}>
        {labels.map((label) => (
          <li key={label.id}>
            {editing === label.id ? (
              <LabelForm
                label={label}
                onClose={() => setEditing(null)}
                send={(body, { origin, version }) =>
                  sendText(
                    { text: body.name, origin, version },
                    async (now) =>
                      versioned(
                        await call(boardsApi.updateLabel, { params: { boardId, labelId: label.id }, body: { ...body, version: now } }),
                      ),
                    (now) => now.name,
                  )
                }
                submit={t('boardDialogs:settings.save')}
              />
            ) : (
              <>
                <span className={own.swatch} style={{ '--c': label.color } as CSSProperties} />
                <span className={classes.rowText}>{label.name}</span>
                <IconButton label={t('boardDialogs:labels.rename', { name: label.name })} onClick={() => setEditing(label.id)}>
                  <IconPencil size={18} stroke={1.75} aria-hidden />
                </IconButton>
                <IconButton label={t('boardDialogs:labels.delete', { name: label.name })} onClick={() => setDeleting(label)}>
                  <IconTrash size={18} stroke={1.75} aria-hidden />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
      {editing === 'new' ? (
        <LabelForm
          label={{ name: '', color: nextColor }}
          onClose={() => setEditing(null)}
          send={async (body) => {
            await call(boardsApi.addLabel, { params: { boardId }, body })
            announce(t('boardDialogs:labels.created', { name: body.name }))
          }}
          submit={t('boardDialogs:labels.create')}
        />
      ) : (
        <Button className={own.new} leftSection={<IconPlus aria-hidden />} onClick={() => setEditing('new')} data-autofocus>
          {t('boardDialogs:labels.new')}
        </Button>
      )}
    </Dialog>
  )
}

const versioned = (label: Label) => ({ ...label, version: label.version ?? 0 })

type FormProps = {
  label: Pick<Label, 'name' | 'color' | 'version'>
  /** `from`: the name that the person changes, and its version. @throws TextClash when somebody else renamed it meanwhile. */
  send: (body: { name: string; color: string }, from: { origin: string; version: number }) => Promise<unknown>
  submit: string
  onClose: () => void
}

function LabelForm({ label, send, submit, onClose }: FormProps) {
  const { writes } = useSession()
  const [name, setName] = useState(label.name)
  const [color, setColor] = useState(label.color)
  const [sending, setSending] = useState(false)
  const [from, setFrom] = useState({ origin: label.name, version: label.version ?? 0 })
  const [clash, setClash] = useState<Clash | null>(null)
  const id = useId()
  const save = async (base = from) => {
    if (name.trim() === '') return
    setSending(true)
    // `write` answers null when refused, which it has told; the form stays with what was typed.
    const accepted = await writes
      .perform(
        null,
        async () => {
          await send({ name: name.trim(), color }, base)
          return true
        },
        t('boards:problems.label'),
      )
      .catch((reason: unknown) => {
        if (reason instanceof TextClash) setClash(reason.clash)
      })
    setSending(false)
    if (accepted) onClose()
  }
  const settle = (text: string, found: Clash) => {
    const base = { origin: found.theirs, version: found.version }
    setFrom(base)
    setName(text)
    setClash(null)
    return base
  }
  if (clash)
    return (
      <TextConflict
        heading={t('conflict:title.label')}
        origin={from.origin}
        mine={name.trim()}
        theirs={clash.theirs}
        oneLine
        onMine={() => void save(settle(name, clash))}
        onTheirs={() => settle(clash.theirs, clash)}
        onRewrite={(text) => settle(text, clash)}
      />
    )
  return (
    <form
      className={own.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={classes.field}>
        <label htmlFor={id}>{t('boardDialogs:labels.name')}</label>
        <input
          id={id}
          className={classes.input}
          value={name}
          maxLength={limits.labelName}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <ColorChoice label={t('boardDialogs:labels.color')} value={color} onChange={setColor} />
      <DialogActions onCancel={onClose}>
        <Button variant="filled" type="submit" loading={sending} disabled={name.trim() === ''}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  )
}
