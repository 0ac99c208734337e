import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { LazyNamespace } from '../../i18n/catalogue.ts'
import { loadTexts, t } from '../../i18n/index.ts'
import { lazyPart } from '../lazy-part.tsx'
import { toast } from '../states/feedback.tsx'

/** Where what a button opens stands, and whether it is open. */
export type PopPlace = {
  /** Of the button, which names what it opens. */
  id: string
  button: RefObject<HTMLButtonElement | null>
  opened: boolean
  onChange: (opened: boolean) => void
  /** It could not be fetched. */
  onMissing: () => void
}
type Placed = { at: PopPlace }

/** What a button opens, and what fetches it while the pointer or the focus is still on its way. */
export type LazyPop<Props extends Placed> = { Pop: ComponentType<Props>; fetch: () => void }

/** A menu or panel that is fetched when its button is about to be used: menus weigh more than the rest of a board's head. */
export function lazyPop<Props extends Placed>(
  load: () => Promise<ComponentType<Props>>,
  texts: readonly LazyNamespace[] = [],
): LazyPop<Props> {
  return {
    Pop: lazyPart<Props>(load, { texts, otherwise: Missing }),
    // What could not be fetched ahead is asked for again by the press.
    fetch: () => void Promise.all([load(), loadTexts(...texts)]).catch(() => undefined),
  }
}

/** What could not be fetched: the button is there for another try. */
function Missing({ at: { onMissing } }: Placed) {
  useEffect(() => {
    toast(t('errors.network'), { kind: 'problem' })
    onMissing()
  }, [onMissing])
  return null
}

type Target = {
  ref?: Ref<HTMLButtonElement>
  id?: string
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}

type Props = {
  fetch: () => void
  /** What it opens. */
  content: (at: PopPlace) => ReactNode
  kind?: 'menu' | 'dialog'
  /** The button that opens it. It stays the same element, so that it keeps the focus while the rest is fetched. */
  children: ReactElement<Target>
  /** For who brings the focus back to the button by other ways than closing what it opened. */
  button?: RefObject<HTMLButtonElement | null>
  /** Whether it is open, where something else than the button opens it, too. */
  opened?: boolean
  onChange?: (opened: boolean) => void
}

/** A button and what it opens, see `lazyPop`. */
export function PopButton({ fetch, content, kind = 'menu', children, ...props }: Props) {
  const id = useId()
  const own = useRef<HTMLButtonElement>(null)
  const [ownOpened, setOwnOpened] = useState(false)
  const { button = own, opened = ownOpened, onChange = setOwnOpened } = props
  const [isWanted, setWanted] = useState(false)
  // Once drawn it stays: what closes has a movement of its own, and gives the focus back.
  if (opened && !isWanted) setWanted(true)
  const onMissing = useCallback(() => {
    onChange(false)
    setWanted(false)
  }, [onChange])
  return (
    <>
      {cloneElement(children, {
        ref: button,
        id,
        'aria-haspopup': kind,
        'aria-expanded': opened,
        onPointerEnter: fetch,
        onFocus: fetch,
        onClick: () => onChange(!opened),
        // What it opens may still be on its way, and hears nothing yet. This Escape is not also for the page.
        onKeyDown: (event) => {
          if (event.key !== 'Escape' || !opened) return
          event.preventDefault()
          onChange(false)
        },
      })}
      {isWanted && content({ id, button, opened, onChange, onMissing })}
    </>
  )
}
