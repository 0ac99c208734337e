import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { compareWords, mergeTexts } from '../../lib/text/text-diff.ts'
import { announce } from '../states/LiveRegion.tsx'
import classes from './TextConflict.module.css'

type Props = {
  /** What of what changed. */
  heading: string
  /** Who wrote the other text, when that is known. */
  name?: string
  origin: string
  mine: string
  theirs: string
  /** One line cannot carry both: instead of a merged text, the person's own is offered to be edited. */
  oneLine?: boolean
  onMine: () => void
  onTheirs: () => void
  onRewrite: (text: string) => void
}

/**
 * Two people wrote the same text: both are shown, each with what is new in it, and the person decides.
 * Its texts are the namespace 'conflict'.
 */
export function TextConflict({ heading, name, origin, mine, theirs, oneLine = false, onMine, onTheirs, onRewrite }: Props) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus()
    announce(heading, 'assertive')
  }, [heading])
  return (
    <section ref={box} className={classes.conflict} aria-label={heading} tabIndex={-1} data-autofocus>
      <h3>{heading}</h3>
      <p>{t(oneLine ? 'conflict:textOneLine' : 'conflict:text')}</p>
      <div className={classes.sides}>
        <Side title={name ? t('conflict:theirs', { name }) : t('conflict:theirsUnknown')} before={origin} text={theirs} />
        <Side title={t('conflict:mine')} before={origin} text={mine} />
      </div>
      <div className={classes.choices}>
        <Button size="sm" onClick={onMine}>
          {t('conflict:keepMine')}
        </Button>
        <Button size="sm" onClick={onTheirs}>
          {t('conflict:useTheirs')}
        </Button>
        <Button size="sm" variant="filled" onClick={() => onRewrite(oneLine ? mine : mergeTexts(origin, mine, theirs))}>
          {t(oneLine ? 'conflict:edit' : 'conflict:merge')}
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
        {text === '' && <i>{t('conflict:empty')}</i>}
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
