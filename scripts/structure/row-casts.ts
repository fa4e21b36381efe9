import { CASTS } from './casts-allowed.ts';

/** What hides a row from the compiler: the store's models know their rows, so whoever casts one has stopped looking. */
const CAST =
  /\bas never\b|\.lean(?:<[^()]*>\(\)|\(\)\)+ as )|\bas (?:unknown as )?(?:Filter\b|Change<|Projection<)/g;
/** Product code of plugins; tests hand over what nobody should. */
const HELD = /^plugins\/(?!.*\/testing\/).*(?<!\.test)\.tsx?$/;

/** Lines of a source on which a row, or what is asked of rows, is cast. */
export function rowCasts(file: string, text: string): number[] {
  if (!HELD.test(file)) return [];
  return [...text.matchAll(CAST)].map(({ index }) => text.slice(0, index).split('\n').length);
}

/** What is wrong with the casts of a file; `allowed`: how many each may have, exactly. */
export function castFaults(file: string, text: string, allowed = CASTS): string[] {
  const lines = rowCasts(file, text);
  const most = allowed[file] ?? 0;
  if (lines.length > most)
    return [
      `${file}:${lines.join(',')}: ${lines.length} casts that hide a row, at most ${most}: say what the row is in its resource or collection`,
    ];
  if (lines.length < most)
    return [
      `${file}: ${lines.length} casts that hide a row, not ${most} any more: lower its number in scripts/structure/casts-allowed.ts`,
    ];
  return [];
}
