import { limits } from '@rodada/contract/core/limits'
import { t } from '../../../../i18n/index.ts'
import { isPicture } from '../files/file-facts.ts'
import { downloadAddress, type ShownFile } from '../files/use-files.ts'

/**
 * Gives a picture in a text its file: a preview that leads to the whole picture, or what is to be known of it when there is none. Called
 * again whenever more is known; what is shown already stays.
 */
export function drawPicture(
  picture: HTMLImageElement,
  file: ShownFile | undefined,
  isLoading: boolean,
  classes: Readonly<Record<string, string>>,
): void {
  const frame = frameOf(picture, classes)
  const note = frame.lastElementChild
  const isShown = file !== undefined && isPicture(file)
  frame.dataset.state = isShown ? 'shown' : file || isLoading ? 'file' : 'gone'
  if (note) note.textContent = isShown ? '' : file ? file.name : isLoading ? '' : goneText(picture.alt)
  picture.hidden = !isShown
  if (!file?.address) {
    frame.removeAttribute('href')
    return
  }
  frame.href = isShown ? file.address.url : downloadAddress(file.address)
  if (!isShown) return
  const scale = Math.min(1, limits.filePreviewEdge / Math.max(file.width ?? 1, file.height ?? 1))
  picture.width = Math.round((file.width ?? limits.filePreviewEdge) * scale)
  picture.height = Math.round((file.height ?? limits.filePreviewEdge) * scale)
  picture.alt ||= file.name
  const isThere = picture.complete && picture.naturalWidth > 0
  if (!isThere && picture.getAttribute('src') !== file.address.preview_url) picture.src = file.address.preview_url ?? file.address.url
}

const goneText = (alt: string): string => (alt ? t('card:description.pictureGone', { name: alt }) : t('card:description.aPictureGone'))

function frameOf(picture: HTMLImageElement, classes: Readonly<Record<string, string>>): HTMLAnchorElement {
  const parent = picture.parentElement
  if (parent instanceof HTMLAnchorElement && parent.dataset.state) return parent
  const frame = document.createElement('a')
  frame.className = classes.frame ?? ''
  frame.target = '_blank'
  frame.rel = 'noopener noreferrer'
  picture.loading = 'lazy'
  picture.replaceWith(frame)
  frame.append(picture, document.createElement('span'))
  return frame
}
