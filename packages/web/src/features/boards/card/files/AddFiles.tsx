import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useFocusHandover } from '../../../../ui/focus/use-focus-handover.ts'
import classes from './Files.module.css'
import { findAddFiles, useAddFiles, useHasFiles } from './use-add-files.ts'

/** The way to add the first file; from then on it is in the head of their part. */
export function AddFirstFiles() {
  return useHasFiles() ? null : <AddFiles>{t('files:addFirst')}</AddFiles>
}

/** Lets the person pick files, several at once. */
export function AddFiles({ children }: { children: string }) {
  const add = useAddFiles()
  const part = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useFocusHandover(part, findAddFiles)
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add([...(currentTarget.files ?? [])].map((file) => ({ file, name: file.name })))
    // Otherwise the same file could not be picked again.
    currentTarget.value = ''
  }
  return (
    <span ref={part} className={classes.add}>
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
        aria-label={t('files:add')}
        data-add-files
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input ref={input} type="file" multiple hidden onChange={pick} />
    </span>
  )
}
