import type { CardFile } from '@rodada/contract/cards/files'
import {
  type Icon,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconMusic,
  IconPhoto,
} from '@tabler/icons-react'
import { format } from '../../../../lib/dates/format.ts'

const units = ['KB', 'MB', 'GB'] as const

/** 412_000 → '412 KB', 1_800_000 → '1,8 MB': in thousands, as the limits are said. */
export function sizeText(bytes: number): string {
  let [value, unit] = [bytes / 1000, 0]
  while (value >= 999.95 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1]
  return `${unit === 0 ? format.integer(Math.max(1, value)) : format.average(value)} ${units[unit]}`
}

/** Whether it is shown in the gallery. A picture that the server drew no preview of may have more pixels than a browser can hold: it is saved. */
export const isPicture = ({ type, has_preview }: Pick<CardFile, 'type' | 'has_preview'>): boolean =>
  type.startsWith('image/') && has_preview
/** Whether a browser shows it in a tab; the server has everything else saved. */
export const isPage = ({ type }: Pick<CardFile, 'type'>): boolean => type === 'application/pdf' || type === 'text/plain'

const byEnding: readonly [RegExp, Icon][] = [
  [/\.pdf$/i, IconFileTypePdf],
  [/\.(csv|tsv|xlsx?|ods)$/i, IconFileSpreadsheet],
  [/\.(zip|gz|7z|rar|tar|xz|zst)$/i, IconFileZip],
  [/\.(mp4|mov|webm|mkv|avi)$/i, IconMovie],
  [/\.(mp3|wav|ogg|m4a|flac)$/i, IconMusic],
  [/\.(png|jpe?g|gif|webp|avif|svg|heic)$/i, IconPhoto],
  [/\.(txt|md|log|json|docx?|odt|rtf)$/i, IconFileText],
]
/** A sign for a file without a picture, by its name: it promises nothing of what is in it. */
export const iconOf = (name: string): Icon => byEnding.find(([ending]) => ending.test(name))?.[1] ?? IconFile
