import { transform } from 'esbuild'

// esbuild counts from the version that knows the scripts and categories of the newest Unicode. The page's patterns
// need only old ones: digits, marks, letters.
const supported = { 'regexp-unicode-property-escapes': true }

/**
 * The first line of a script that has newer syntax than the oldest browsers can read, or null. esbuild knows which
 * browser reads what: code that it would have to rewrite for them is too new.
 *
 * @param target as esbuild names browsers
 */
export async function newerSyntax(
  script: string,
  target: readonly string[],
): Promise<string | null> {
  const options = { format: 'esm', legalComments: 'none', charset: 'utf8', supported } as const
  try {
    const [asWritten, rewritten] = await Promise.all([
      transform(script, { ...options, target: 'esnext' }),
      transform(script, { ...options, target: [...target], logLevel: 'silent' }),
    ])
    const lines = rewritten.code.split('\n')
    const found = asWritten.code.split('\n').findIndex((line, index) => line !== lines[index])
    return found === -1 ? null : (asWritten.code.split('\n')[found]?.trim() ?? '')
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
