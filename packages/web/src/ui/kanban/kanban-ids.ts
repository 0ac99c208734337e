/** Ids of what names an item and of what describes it; whoever draws the item puts them there. */
export const itemNameId = (itemId: number): string => `item-${itemId}-name`
export const itemFactsId = (itemId: number): string => `item-${itemId}-facts`
