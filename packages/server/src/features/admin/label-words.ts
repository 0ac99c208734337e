import { folded } from '../../platform/folded.ts'

/** What labels of bugs and of improvements are called in the languages of the product, folded. */
export const bugWords = ['bug', 'bugs', 'defeito', 'defeitos', 'erro', 'erros', 'error', 'errors', 'errores']
export const improvementWords = ['melhoria', 'melhorias', 'improvement', 'improvements', 'mejora', 'mejoras']

/** Whether one of these words is in the name as a whole word: 'debug' is no bug. */
export const hasWord = (name: string, words: readonly string[]): boolean =>
  folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => words.includes(word))
