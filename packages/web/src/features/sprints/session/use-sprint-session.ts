import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { openSprintSession, type SprintSession } from './sprint-session.ts'

/** The sprint of the address, kept current for as long as it is on screen; null until it is opened. */
export function useSprintSession(): SprintSession | null {
  const sprintId = Number(useParams({ strict: false }).sprintId)
  const [session, setSession] = useState<SprintSession | null>(null)
  useEffect(() => {
    const opened = openSprintSession(sprintId)
    setSession(opened)
    return () => {
      opened.sync.close()
      setSession(null)
    }
  }, [sprintId])
  return session
}
