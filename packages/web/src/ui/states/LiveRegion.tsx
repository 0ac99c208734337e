import { useEffect, useState } from 'react'

type Politeness = 'polite' | 'assertive'
type Listener = (text: string, politeness: Politeness) => void
let listener: Listener | null = null

/** Says a text to screen readers. Visible feedback is the caller's business. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  listener?.(text, politeness)
}

/** The two live regions of the page; mounted once, at the root. */
export function LiveRegion() {
  const [polite, setPolite] = useState('')
  const [assertive, setAssertive] = useState('')
  useEffect(() => {
    let flip = false
    listener = (text, politeness) => {
      // A trailing no-break space makes a repeated text a change, which is what readers listen to.
      flip = !flip
      const spoken = flip ? text : `${text}\u00a0`
      if (politeness === 'polite') setPolite(spoken)
      else setAssertive(spoken)
    }
    return () => {
      listener = null
    }
  }, [])
  return (
    <>
      <div className="sr-only" aria-live="polite" aria-atomic="true">
        {polite}
      </div>
      <div className="sr-only" aria-live="assertive" aria-atomic="true">
        {assertive}
      </div>
    </>
  )
}
