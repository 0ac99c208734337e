import { useRef } from 'react'
import { t } from '../../../../../i18n/index.ts'
import { toast } from '../../../../../ui/states/feedback.tsx'
import { useAddFiles } from '../../files/use-add-files.ts'
import { pastedName } from '../../files/use-arrivals.ts'

type Place = {
  insert: (text: string) => void
  onReplace: (stretch: string, text: string) => void
  onSending: (sending: number) => void
}

let lastSending = 0

/** Sends pictures to the card, and puts them into its text where it is being written: a placeholder first, then the picture. */
export function usePictures({ insert, onReplace, onSending }: Place): (pictures: readonly File[]) => void {
  const add = useAddFiles()
  const sending = useRef(0)
  const count = (step: number) => {
    sending.current += step
    onSending(sending.current)
  }
  return (pictures) => {
    const named = pictures.map((file) => {
      lastSending += 1
      const name = pastedName(file)
      const alt = name.replace(/[[\]\\]/g, '')
      return { file, name, alt, placeholder: `![${alt}](${t('editor:sending')} ${lastSending})` }
    })
    const taken = add(
      named.map(({ file, name, alt, placeholder }) => ({
        file,
        name,
        onStored: ({ id }) => {
          onReplace(placeholder, `![${alt}](file:${id})`)
          count(-1)
        },
        onLost: (problem) => {
          onReplace(placeholder, '')
          count(-1)
          if (problem) toast(t('files:notSent', { name }), { kind: 'problem', detail: problem.text })
        },
      })),
    )
    const placeholders = named.slice(0, taken).map(({ placeholder }) => placeholder)
    if (placeholders.length === 0) return
    count(placeholders.length)
    insert(`${placeholders.join('\n')}\n`)
  }
}
