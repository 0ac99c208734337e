import { Button } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useFocusHandover } from '../../../../ui/focus/use-focus-handover.ts'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import classes from './Files.module.css'
import { iconOf, sizeText } from './file-facts.ts'
import type { Upload } from './upload-queue.ts'
import { uploads } from './uploads.ts'
import { findAddFiles } from './use-add-files.ts'

/** A file on its way: how much has gone, how long it still takes, and the way to end it. One that failed stays and says why. */
export function UploadTile({ upload }: { upload: Upload }) {
  const { id, name, state, problem } = upload
  const tile = useRef<HTMLLIElement>(null)
  const end = useRef<HTMLButtonElement>(null)
  useFocusHandover(tile, findAddFiles)
  const Icon = iconOf(name)
  const retry = () => {
    // The button that was pressed goes away with the problem.
    end.current?.focus()
    uploads.retry(id)
  }
  return (
    <li ref={tile} className={classes.tile} data-state={state}>
      <div className={classes.thumb}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </div>
      <IconButton
        ref={end}
        className={classes.tool}
        label={t(state === 'failed' ? 'files:dismiss' : 'files:cancel', { name })}
        onClick={() => uploads.cancel(id)}
      >
        <IconX size={18} stroke={1.75} aria-hidden />
      </IconButton>
      <span className={classes.name} title={name}>
        {name}
      </span>
      {problem ? (
        <>
          <p role="alert" className={classes.problem}>
            {problem.text}
          </p>
          {problem.canRetry && (
            <Button
              size="sm"
              aria-label={t('files:retry', { name })}
              leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
              onClick={retry}
            >
              {t('retry')}
            </Button>
          )}
        </>
      ) : (
        <Progress upload={upload} />
      )}
    </li>
  )
}

function Progress({ upload: { name, size, sent, state, secondsLeft } }: { upload: Upload }) {
  const percent = size === 0 ? 0 : Math.min(100, Math.floor((sent / size) * 100))
  const left = secondsLeft === null ? '' : leftText(secondsLeft)
  return (
    <>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('files:sending', { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={left ? t('files:percentAndLeft', { percent, left }) : `${percent}%`}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <p className={classes.facts} aria-hidden="true">
        <span>{stateText(state, sent, size)}</span>
        <span>{left}</span>
      </p>
    </>
  )
}

function stateText(state: Upload['state'], sent: number, size: number): string {
  if (state === 'waiting') return t('files:waiting')
  return sent >= size ? t('files:storing') : t('files:progress', { sent: sizeText(sent), size: sizeText(size) })
}

const leftText = (seconds: number): string =>
  seconds < 90 ? t('files:seconds', { count: seconds }) : t('files:minutes', { count: Math.ceil(seconds / 60) })
