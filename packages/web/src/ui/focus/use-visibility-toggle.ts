import { useState } from 'react'
import { t } from '../../i18n/index.ts'

/** The eye of a password field, with a name that says what it will do. */
export function useVisibilityToggle() {
  const [visible, setVisible] = useState(false)
  return {
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleButtonProps: { 'aria-label': t(visible ? 'auth:fields.hide' : 'auth:fields.show'), tabIndex: 0 },
  }
}
