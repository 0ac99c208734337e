import { useState, useSyncExternalStore } from 'react'
import classes from './Cover.module.css'
import { coverAddresses } from './cover-addresses.ts'

/** The picture of a card's face. It says nothing that the card does not say, and a press on it is one on the card. */
export function Cover({ fileId }: { fileId: number }) {
  const url = useSyncExternalStore(coverAddresses.subscribe, () => coverAddresses.find(fileId))
  // Once it is there, a newer address would only load it again.
  const [loaded, setLoaded] = useState<string | null>(null)
  const src = loaded ?? url
  if (!src) return null
  return (
    <img
      className={classes.picture}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={() => setLoaded(src)}
      onError={() => coverAddresses.forget(fileId, src)}
    />
  )
}
