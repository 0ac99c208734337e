/** Texts of login, registration and the avatar choice. Those of the specification are quoted to the letter. */
export const auth = {
  enter: 'Entrar',
} as const
