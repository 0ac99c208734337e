import { Field } from './Field.tsx'
import classes from './fields.module.css'

type Props = {
  label: string
  boards: readonly { id: number; title: string }[]
  chosen: number | undefined
  problem: string | undefined
  onChoose: (boardId: number) => void
}

/** The choice of one of the boards that a form may be about. */
export function BoardField({ label, boards, chosen, problem, onChoose }: Props) {
  return (
    <Field label={label} problem={problem}>
      {(control) => (
        <select {...control} className={classes.select} value={chosen} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
          {boards.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
