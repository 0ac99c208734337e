/** The name of a file in at most so many bytes, with its ending: most file systems take 255. */
export function shortName(name: string, mostBytes: number): string {
  const ending = /\.\w{1,8}$/.exec(name)?.[0] ?? ''
  const stem = new TextEncoder().encode(name.slice(0, name.length - ending.length)).subarray(0, mostBytes - ending.length)
  // A letter that is cut is none.
  return `${new TextDecoder().decode(stem).replace(/\ufffd+$/, '')}${ending}`
}
