import type { ErrorComponentProps } from '@tanstack/react-router'
import { ScreenError } from './ScreenError.tsx'

/** A screen of its own that failed to load or broke while drawing. */
export function RouteError(props: ErrorComponentProps) {
  return (
    <main id="conteudo" tabIndex={-1}>
      <ScreenError {...props} />
    </main>
  )
}
