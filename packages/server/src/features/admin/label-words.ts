import { normalize } from '../../platform/normalize.ts'

/** What labels of bugs and of improvements are called in the languages of the product, folded. */
export const bugWords = ['bug', 'bugs', 'defeito', 'defeitos', 'erro', 'erros', 'error', 'errors', 'errores']
export const improvementWords = ['melhoria', 'melhorias', 'improvement', 'improvements', 'mejora', 'mejoras']

/** Whether the name contains one of these as a whole word; 'debug' does not count. */
export const hasWord = (name: string, words: readonly string[]): boolean =>
  normalize(name)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => words.includes(word))
