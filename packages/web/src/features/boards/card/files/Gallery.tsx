import { Button, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconPhoto, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useReturnFocus } from '../../../../ui/focus/use-return-focus.ts'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import { useCardFacts } from '../../session/use-card-facts.ts'
import windowClasses from '../CardWindow.module.css'
import { useCard } from '../card-context.ts'
import { momentText } from '../comments/moment.ts'
import { sizeText } from './file-facts.ts'
import classes from './Gallery.module.css'
import { downloadAddress, type ShownFile } from './use-files.ts'

type Props = {
  pictures: readonly ShownFile[]
  /** The id of the one that is seen. */
  shown: number
  onShow: (id: number) => void
  onClose: () => void
}

/** The pictures of a card one by one, as large as the screen lets them. Arrows walk, Escape goes back to the card. */
export function Gallery({ pictures, shown, onShow, onClose }: Props) {
  const found = pictures.findIndex(({ id }) => id === shown)
  const [at, setAt] = useState(found)
  useReturnFocus()
  // Deleted by somebody meanwhile: the next one takes its place.
  const index = found >= 0 ? found : Math.min(at, pictures.length - 1)
  const picture = pictures[index]
  useEffect(() => {
    if (!picture) onClose()
  }, [picture, onClose])
  if (!picture) return null
  const go = (step: number) => {
    const next = (index + step + pictures.length) % pictures.length
    const target = pictures[next]
    if (!target) return
    setAt(next)
    onShow(target.id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The window's own keys do not reach through the gallery.
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'Home') go(-index)
    else if (event.key === 'End') go(pictures.length - 1 - index)
  }
  const { name, size, user, created_at, address } = picture
  const many = pictures.length > 1
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not an element to interact with, only where the keys of the dialog arrive
    <div className={windowClasses.keys} onKeyDown={onKeyDown}>
      <Modal.Root opened onClose={onClose} closeOnEscape={false} returnFocus={false} fullScreen zIndex={320}>
        <Modal.Overlay />
        <Modal.Content classNames={{ content: classes.gallery }} aria-label={t('files:gallery')}>
          <header className={classes.head}>
            <p className={classes.facts} aria-live="polite">
              <b>{name}</b>
              <span>
                {many && `${t('files:position', { position: index + 1, count: pictures.length })} · `}
                {sizeText(size)}, {user?.name ?? t('card:comments.someoneGone')}, {momentText(created_at)}
              </span>
            </p>
            <CoverButton fileId={picture.id} />
            {address && (
              <a className={classes.tool} href={downloadAddress(address)} download={name} aria-label={t('files:download', { name })}>
                <IconDownload size={20} stroke={1.75} aria-hidden />
              </a>
            )}
            <IconButton label={t('close')} onClick={onClose} data-autofocus>
              <IconX size={20} stroke={1.75} aria-hidden />
            </IconButton>
          </header>
          <div className={classes.stage}>
            {many && (
              <IconButton label={t('files:previous')} className={classes.step} onClick={() => go(-1)}>
                <IconChevronLeft size={22} stroke={1.75} aria-hidden />
              </IconButton>
            )}
            {address && <Picture key={picture.id} name={name} url={address.url} />}
            {many && (
              <IconButton label={t('files:next')} className={classes.step} onClick={() => go(1)}>
                <IconChevronRight size={22} stroke={1.75} aria-hidden />
              </IconButton>
            )}
          </div>
        </Modal.Content>
      </Modal.Root>
    </div>
  )
}

/** Puts a picture on the card's face, or takes it off. */
function CoverButton({ fileId }: { fileId: number }) {
  const { card, canWrite } = useCard()
  const { update } = useCardFacts()
  if (!canWrite) return null
  const isCover = card.cover_file_id === fileId
  return (
    <Button
      variant="subtle"
      leftSection={<IconPhoto size={18} stroke={1.75} aria-hidden />}
      onClick={() => void update(card.id, { cover_file_id: isCover ? null : fileId })}
    >
      {t(isCover ? 'files:uncover' : 'files:cover')}
    </Button>
  )
}

function Picture({ name, url }: { name: string; url: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (failed === url) return <p className={classes.problem}>{t('files:notShown')}</p>
  return <img className={classes.picture} src={url} alt={name} onError={() => setFailed(url)} />
}
