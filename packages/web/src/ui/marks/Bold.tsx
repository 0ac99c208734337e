/** A sentence of the catalogue in which <b>what matters</b> is heavier. Nothing else in it is markup. */
export function Bold({ text }: { text: string }) {
  const [before = '', rest] = text.split('<b>')
  if (rest === undefined) return before
  const [strong, after = ''] = rest.split('</b>')
  return (
    <>
      {before}
      <b>{strong}</b>
      {after}
    </>
  )
}
