import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

/** Lists this long get a search field. */
export const searchFrom = 8

/** A search field at the top of a popover. */
export function PopSearch({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      autoComplete="off"
      data-autofocus
    />
  )
}
