import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { compareWords, mergeTexts } from '../../../lib/text-diff.ts'
import { announce } from '../../../ui/LiveRegion.tsx'
import classes from './text.module.css'
import type { TextField } from './text-edit.ts'
import { type Conflict, type TextEdit, useWhoChanged } from './use-text-edit.ts'

/** While somebody writes: the text under their hands was changed by somebody else. Nothing is replaced. */
export function TextNote({ field, text }: { field: TextField; text: TextEdit }) {
  const name = useWhoChanged(field, true)
  const note = t(`card:conflict.note.${field}`, { name })
  useEffect(() => announce(note), [note])
  return (
    <p className={classes.note}>
      <IconArrowsExchange size={16} stroke={1.75} aria-hidden="true" />
      <span>{note}</span>
      {/* The field must not lose its focus first: for the title that would be a save. */}
      <Button size="sm" variant="subtle" onMouseDown={(event) => event.preventDefault()} onClick={text.compare}>
        {t('card:conflict.see')}
      </Button>
    </p>
  )
}

type Props = { field: TextField; text: TextEdit; conflict: Conflict }

/** Two people wrote the same text: both are shown, each with what is new in it, and the person decides. */
export function TextConflict({ field, text, conflict: { mine, theirs, version } }: Props) {
  const name = useWhoChanged(field, true)
  const box = useRef<HTMLElement>(null)
  const heading = t(`card:conflict.title.${field}`)
  useEffect(() => {
    box.current?.focus()
    announce(heading, 'assertive')
  }, [heading])
  return (
    <section ref={box} className={classes.conflict} aria-label={heading} tabIndex={-1}>
      <h3>{heading}</h3>
      <p>{t('card:conflict.text')}</p>
      <div className={classes.sides}>
        <Side title={t('card:conflict.theirs', { name })} before={mine.origin} text={theirs} />
        <Side title={t('card:conflict.mine')} before={mine.origin} text={mine.text} />
      </div>
      <div className={classes.choices}>
        <Button size="sm" onClick={() => void text.save({ text: mine.text, origin: theirs, version })}>
          {t('card:conflict.keepMine')}
        </Button>
        <Button size="sm" onClick={text.cancel}>
          {t('card:conflict.useTheirs')}
        </Button>
        <Button
          size="sm"
          variant="filled"
          onClick={() => text.rewrite(field === 'title' ? mine.text : mergeTexts(mine.origin, mine.text, theirs))}
        >
          {t(field === 'title' ? 'card:edit' : 'card:conflict.merge')}
        </Button>
      </div>
    </section>
  )
}

function Side({ title, before, text }: { title: string; before: string; text: string }) {
  return (
    <div className={classes.side}>
      <h4>{title}</h4>
      <p>
        {text === '' && <i>{t('card:conflict.empty')}</i>}
        {compareWords(before, text).map((stretch, index) =>
          stretch.added ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity, and the texts of a conflict do not change
            <mark key={index}>{stretch.text}</mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={index}>{stretch.text}</span>
          ),
        )}
      </p>
    </div>
  )
}
