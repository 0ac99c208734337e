/** Checklist items of one piece, some 50 ms on SQLite. One card alone may have so many. */
const itemsAtOnce = 4000

/** Cards in pieces of so many, or of fewer that are full of checklists. */
export function piecesOf<Card extends { checklist_total: number }>(cards: readonly Card[], most: number): Card[][] {
  const pieces: Card[][] = []
  let [piece, items]: [Card[], number] = [[], 0]
  for (const card of cards) {
    if (piece.length === most || (piece.length > 0 && items + card.checklist_total > itemsAtOnce)) {
      pieces.push(piece)
      ;[piece, items] = [[], 0]
    }
    piece.push(card)
    items += card.checklist_total
  }
  return piece.length > 0 ? [...pieces, piece] : pieces
}
