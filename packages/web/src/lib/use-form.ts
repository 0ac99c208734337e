import { type FormEvent, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { CallError } from './call/call.ts'
import { focusRefused } from './call/refused-field.ts'

export type Problems = Record<string, string>

/** A form's life: check, send, show what is wrong beside its field, and put the focus there. `field` is the input's name. */
export function useForm(check: () => Problems | Promise<Problems>, send: () => Promise<void>) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  const show = (found: Problems) => {
    setProblems(found)
    const fields = [...(form.current?.elements ?? [])]
    const named = fields.filter((field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    named.find((field) => found[field.name] !== undefined)?.focus()
  }

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setProblem(null)
    const checked = check()
    if (checked instanceof Promise) setSending(true)
    const found = checked instanceof Promise ? await checked : checked
    show(found)
    if (Object.keys(found).length > 0 || focusRefused(form.current)) return setSending(false)
    setSending(true)
    try {
      await send()
      // `sending` stays: the next screen is on its way, and a second press must not send again.
    } catch (reason) {
      setSending(false)
      if (reason instanceof CallError) show(reason.fields)
      setProblem(reason instanceof Error && reason.message ? reason.message : t('errors.unknown'))
    }
  }

  /** Forgets the problem of a field that is being mended. */
  const mend = (field: string) => {
    if (problems[field] !== undefined) setProblems(({ [field]: _, ...others }) => others)
  }
  const shownBesideField = problem !== null && Object.values(problems).includes(problem)
  return { form, problems, problem: shownBesideField ? null : problem, sending, onSubmit, mend }
}
