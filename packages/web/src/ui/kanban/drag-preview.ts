import type { ElementEventPayloadMap } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { preserveOffsetOnSource } from '@atlaskit/pragmatic-drag-and-drop/utils/preserve-offset-on-source'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview'

/** Room for the corners and the shadow of what is turned. */
const margin = 28

/** Shows a copy of the element, tilted, under the pointer. A copy of the nodes: the parts behind them need not be drawn again. */
export function showTilted(
  element: HTMLElement,
  { nativeSetDragImage, location }: ElementEventPayloadMap['onGenerateDragPreview'],
  className: string | undefined,
): void {
  const { width, height } = element.getBoundingClientRect()
  const background = getComputedStyle(element).backgroundColor
  const grip = preserveOffsetOnSource({ element, input: location.current.input })
  setCustomNativeDragPreview({
    nativeSetDragImage,
    getOffset: (box) => {
      const { x, y } = grip(box)
      return { x: x + margin, y: y + margin }
    },
    render: ({ container }) => {
      const copy = element.cloneNode(true)
      if (!(copy instanceof HTMLElement)) return
      const frame = document.createElement('div')
      frame.style.padding = `${margin}px`
      copy.style.width = `${width}px`
      copy.style.height = `${Math.min(height, innerHeight * 0.6)}px`
      // The copy stands outside of what gives the original its colours.
      copy.style.background = background
      if (className) copy.classList.add(className)
      frame.append(copy)
      container.append(frame)
    },
  })
}
