import type { BodyOf, ResultOf } from '@waypost/contract';
import type { PluginContext, SignedRequest, Uploads } from '@waypost/sdk';
import type { checkCall } from '../screens/mall_product_list/calls.ts';
import { faultColumn } from './product-line.ts';
import { readProductFile } from './read-product-file.ts';
import { planLines } from './settle-lines.ts';
import { MAX_CHECKED_LINES, MAX_SHOWN_FAULTS } from './values.ts';

/** Lines of one look into the store; `MAX_CHECKED_LINES` is a multiple of it. */
const PORTION = 1_000;

/**
 * Says what an import of an uploaded file would do now, and writes nothing. Of a long file only the first lines are compared.
 * Errors: `mall.upload_unknown`, and those of `readProductFile` 422.
 */
export async function checkProducts(
  context: PluginContext,
  uploads: Uploads,
  { upload, columns }: BodyOf<typeof checkCall>,
  { caller, signal, translate }: SignedRequest,
): Promise<ResultOf<typeof checkCall>> {
  const file = await readProductFile(await uploads.read(upload, caller.id), columns);
  const counts = { added: 0, changed: 0, same: 0, left_out: 0 };
  const faults: ResultOf<typeof checkCall>['faults'] = [];
  let checked = 0;
  for await (const lines of file.portions(PORTION)) {
    signal.throwIfAborted();
    const { settled } = await planLines(context, lines);
    for (const { line, outcome, fault } of settled) {
      counts[outcome] += 1;
      if (fault === undefined || faults.length === MAX_SHOWN_FAULTS) continue;
      const column = faultColumn(fault);
      faults.push({
        line: line.line,
        column: column === undefined ? '' : (file.headingOf(column) ?? column),
        fault,
        message: translate(`mall.import.fault.${fault}`),
      });
    }
    checked += lines.length;
    if (checked >= MAX_CHECKED_LINES) break;
  }
  const { unknown, repeated } = file.ignored;
  return {
    lines: file.count,
    checked,
    ...counts,
    unknown_columns: unknown,
    repeated_columns: repeated,
    faults,
  };
}
