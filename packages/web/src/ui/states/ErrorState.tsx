import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import { EmptyState } from './EmptyState.tsx'

type Props = { title?: string; text?: string; onRetry: () => void; level?: 1 | 2 | 3 }

/** Something failed: the catalogue's text, what is safe, and a way to try again. */
export function ErrorState({ title, text, onRetry, level = 1 }: Props) {
  return (
    <div role="alert">
      <EmptyState
        art="error"
        level={level}
        title={title ?? t('errors.unexpectedScreen')}
        text={text ?? t('errors.unexpectedSafe')}
        action={
          <Button onClick={onRetry} leftSection={<IconRefresh aria-hidden />}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  )
}
