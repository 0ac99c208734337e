/** Letters of other scripts that look like a Latin one, each row as they are in the other: written in turns, they make one name look like two. */
const alike = [
  ['АВЕЅІЈКМНОРСТУХҮԚԜ', 'ABESIJKMHOPCTYXYQW'],
  ['аеѕіјорсухһԁӏүԛԝ', 'aesijopcyxhdlyqw'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['αιονρυ', 'aionpu'],
  ['ɑɡıᎪᎬᎷᏚᏟᏢ', 'agiAEMSCP'],
] as const
const latin = new Map(alike.flatMap(([others, ours]) => [...others].map((letter, i) => [letter, ours[i] ?? letter])))

/** Signs that take no ink, or room only: they end a name that somebody else has. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u{1D159}]+/gu

/** Two names are one when they look alike: they differ in case, accents' encoding, width, spacing, script or signs that cannot be seen only. */
export const nameKey = (name: string): string =>
  [...name.normalize('NFKC').replace(unseen, '')]
    .map((letter) => latin.get(letter) ?? letter)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLocaleLowerCase('pt-BR')
