import { Button } from '@mantine/core'
import type { Settings } from '@rodada/contract/auth/account'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { rememberDeck } from '../../lib/device/last-deck.ts'
import { type DeckChoice, DeckField } from '../../ui/estimate/DeckField.tsx'
import { useOwnDecks } from '../../ui/estimate/own-decks.ts'
import { IconButton } from '../../ui/page/IconButton.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import classes from './settings.module.css'
import { useSaveSettings } from './use-settings.tsx'

/** The deck that this person's rooms start with, and the decks that they keep. */
export function DeckPanel({ settings: { voting } }: { settings: Settings }) {
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveSettings()
  const own = useOwnDecks()
  const [{ deck, problem }, setChoice] = useState<DeckChoice>({ deck: voting.deck, problem: null })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem) return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    setBusy(true)
    await save({ voting: { deck: deck && [...deck] } })
    // The landing page knows no account.
    if (deck) rememberDeck(deck)
    setBusy(false)
  }
  return (
    <Panel title={t('decks:account.title')}>
      <form ref={form} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <DeckField
          label={t('decks:account.label')}
          deck={deck}
          none={{ name: t('decks:account.none'), hint: t('decks:account.noneHint') }}
          tried={tried}
          onChange={setChoice}
        />
        <div className={classes.actions}>
          <Button type="submit" variant="filled" loading={busy}>
            {t('decks:account.save')}
          </Button>
        </div>
      </form>
      {own.decks.length > 0 && (
        <>
          <h3 className={classes.label}>{t('decks:account.own')}</h3>
          <ul className={classes.rows}>
            {own.decks.map((kept) => (
              <li key={kept.join(' ')} className={classes.row}>
                <div>{kept.join(' ')}</div>
                <IconButton label={t('decks:account.drop', { faces: kept.join(' ') })} onClick={() => void own.drop(kept)}>
                  <IconTrash size={18} stroke={1.75} />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
