import ts from 'typescript'
import { at } from '../lib/paths.ts'

/** A file that exists only for a check, which must find the breach in it. */
export type Planted = { path: string; text: string }

/** The program of the chosen files of a tsconfig and one planted among them, for checks that need types. `files` has all of these. */
export function programOf(folder: string, isChosen: (path: string) => boolean, planted: Planted): { program: ts.Program; files: string[] } {
  const { config } = ts.readConfigFile(at(folder, 'tsconfig.json'), ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, at(folder))
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (path) => (path === planted.path ? planted.text : readFile.call(host, path))
  host.fileExists = (path) => path === planted.path || fileExists.call(host, path)
  const files = [...fileNames.filter(isChosen), planted.path]
  return { program: ts.createProgram(files, options, host), files }
}
