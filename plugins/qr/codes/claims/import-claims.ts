import type { OperationRun, PluginContext } from '@waypost/sdk';
import { type LineImport, runLines } from '../import/run-lines.ts';
import { claimLines } from './claim-lines.ts';
import { CLAIM_HEAD, claimRow, filledIn } from './claim-row.ts';

/** Says of unclaimed codes where they lead, by the lines of a file: each of them is written by itself, and lines without a target stay as they are. */
export function importClaims(context: PluginContext, run: OperationRun<LineImport>): Promise<void> {
  const seen = new Set<string>();
  const { owner, input } = run;
  return runLines(context, run, {
    name: 'qr.claim_lines',
    reading: { ...CLAIM_HEAD, rowOf: claimRow },
    taken: filledIn,
    done: 'claimed',
    columns: ['code', 'url', 'name'],
    portion: 200,
    settle: async (rows) =>
      (await claimLines(context, rows, { owner, actor: input.actor, seen })).map(({ row, name, fault }) => ({
        line: row.line,
        cells: { code: row.code, url: row.url, name },
        fault,
      })),
  });
}
