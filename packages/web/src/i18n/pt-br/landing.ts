/** Texts of the landing page and its two dialogs. Those of the specification are quoted to the letter. */
export const landing = {
  myPanel: 'Meu painel',
} as const
