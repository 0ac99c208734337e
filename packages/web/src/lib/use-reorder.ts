import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import { type RefObject, useEffect, useRef, useState } from 'react'

type Options = {
  /** Only rows of the same group change places. */
  group: string
  index: number
  enabled: boolean
  row: RefObject<HTMLElement | null>
  handle: RefObject<HTMLElement | null>
  /** The row that is dragged gets this index among the others. */
  onMove: (from: number, to: number) => void
}
type Edge = 'top' | 'bottom'

/** Lets a row be dragged by its handle to another place of its list. `edge` is where a row would land beside this one. */
export function useReorder({ group, index, enabled, row, handle, onMove }: Options): { dragging: boolean; edge: Edge | null } {
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<Edge | null>(null)
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  }, [onMove])
  useEffect(() => {
    const element = row.current
    const grip = handle.current
    if (!enabled || !element || !grip) return
    const isOurs = (data: Record<string | symbol, unknown>) => data.group === group && typeof data.index === 'number'
    const landing = (from: number, side: Edge | null): number => {
      const to = side === 'bottom' ? index + 1 : index
      return from < to ? to - 1 : to
    }
    return combine(
      draggable({
        element,
        dragHandle: grip,
        getInitialData: () => ({ group, index }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => isOurs(source.data),
        getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: ['top', 'bottom'] }),
        getIsSticky: () => true,
        onDrag: ({ self, source }) => {
          const side = extractClosestEdge(self.data) as Edge | null
          const from = source.data.index as number
          setEdge(landing(from, side) === from ? null : side)
        },
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null)
          const from = source.data.index as number
          const to = landing(from, extractClosestEdge(self.data) as Edge | null)
          if (to !== from) move.current(from, to)
        },
      }),
    )
  }, [group, index, enabled, row, handle])
  return { dragging, edge }
}
