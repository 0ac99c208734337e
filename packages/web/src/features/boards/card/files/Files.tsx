import { Button } from '@mantine/core'
import { IconFiles, IconUpload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useCard } from '../card-context.ts'
import { Section } from '../Section.tsx'
import { AddFiles } from './AddFiles.tsx'
import classes from './Files.module.css'
import { FileTile } from './FileTile.tsx'
import { isPicture, sizeText } from './file-facts.ts'
import { UploadTile } from './UploadTile.tsx'
import { useUploads, watchUploads } from './uploads.ts'
import { useAddFiles } from './use-add-files.ts'
import { useArrivals } from './use-arrivals.ts'
import { useFiles } from './use-files.ts'

const Gallery = lazyPart(async () => (await import('./Gallery.tsx')).Gallery)

/** The files of the card, and those on their way to it. Not drawn without any, but it takes what is dropped on the window or pasted into it. */
export function Files() {
  const { card, canWrite, popBox } = useCard()
  const { files, hasFailed, refetch } = useFiles()
  const underWay = useUploads(card.id)
  const isOver = useArrivals(useAddFiles())
  const [shown, setShown] = useState<number | null>(null)
  useEffect(() => watchUploads(card.id), [card.id])
  const pictures = files.filter(isPicture)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return (
    <>
      {(files.length > 0 || underWay.length > 0) && (
        <Section
          icon={IconFiles}
          title={t('files:title')}
          count={files.length > 0 ? t('files:count', { number: format.integer(files.length), size: sizeText(size) }) : undefined}
          action={canWrite && <AddFiles>{t('files:addShort')}</AddFiles>}
        >
          {hasFailed && (
            <p role="alert" className={classes.note}>
              <span>{t('files:loadProblem')}</span>
              <Button size="sm" onClick={() => void refetch()}>
                {t('retry')}
              </Button>
            </p>
          )}
          <ul className={classes.tiles}>
            {files.map((file) => (
              <FileTile key={file.id} file={file} onOpen={() => setShown(file.id)} />
            ))}
            {underWay.map((upload) => (
              <UploadTile key={`upload ${upload.id}`} upload={upload} />
            ))}
          </ul>
          {shown !== null && <Gallery pictures={pictures} shown={shown} onShow={setShown} onClose={() => setShown(null)} />}
        </Section>
      )}
      {isOver &&
        popBox &&
        createPortal(
          <div className={classes.drop}>
            <IconUpload size={28} stroke={1.5} aria-hidden />
            {t('files:drop')}
          </div>,
          popBox,
        )}
    </>
  )
}
