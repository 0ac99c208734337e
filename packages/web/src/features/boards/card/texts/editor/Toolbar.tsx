import {
  type Icon,
  IconBlockquote,
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconPhoto,
  IconSourceCode,
  IconTable,
} from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { t } from '../../../../../i18n/index.ts'
import { IconButton } from '../../../../../ui/page/IconButton.tsx'
import classes from './editor.module.css'
import type { Tool } from './text-edits.ts'

const tools: readonly [Tool | 'image', Icon][] = [
  ['bold', IconBold],
  ['italic', IconItalic],
  ['heading', IconHeading],
  ['link', IconLink],
  ['list', IconList],
  ['tasks', IconListCheck],
  ['quote', IconBlockquote],
  ['code', IconCode],
  ['block', IconSourceCode],
  ['table', IconTable],
  ['image', IconPhoto],
]

/** The tools of a text, one stop of the Tab key: arrows walk among them. */
export function Toolbar({ controls, disabled, onUse }: { controls: string; disabled: boolean; onUse: (tool: Tool | 'image') => void }) {
  const [current, setCurrent] = useState(0)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -current, End: tools.length - 1 - current }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (current + step + tools.length) % tools.length
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div role="toolbar" aria-label={t('editor:tools')} aria-controls={controls} className={classes.tools} onKeyDown={onKeyDown}>
      {tools.map(([tool, Sign], index) => (
        <IconButton
          key={tool}
          label={t(`editor:${tool}`)}
          className={classes.tool}
          tabIndex={index === current ? 0 : -1}
          disabled={disabled}
          // The text keeps its focus and what is selected in it.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(index)}
          onClick={() => onUse(tool)}
        >
          <Sign size={18} stroke={1.75} aria-hidden />
        </IconButton>
      ))}
    </div>
  )
}
