/** A text, or as much of it as goes into so many code units, with a sign that it goes on. */
export const excerptOf = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
