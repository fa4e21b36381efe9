import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../report.ts';
import { startStore } from '../servers.ts';
import { judgeStore, storeRows } from './judge-store.ts';
import { measureStore } from './measure-store.ts';

/** The embedded store beside `ping` through the same driver and socket: JSON, a table and named checks. */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    documents: { type: 'string' },
    rounds: { type: 'string' },
    json: { type: 'string', default: '.cache/bench-store.json' },
  },
});
const directory = mkdtempSync(join(tmpdir(), 'wp-bench-store-'));
const store = await startStore(directory);
let failed = 0;
try {
  const figures = await measureStore(store, {
    documents: Number(values.documents ?? (values.quick ? 20_000 : 200_000)),
    rounds: Number(values.rounds ?? (values.quick ? 2 : 5)),
    milliseconds: values.quick ? 300 : 1000,
  });
  const checks = judgeStore(figures);
  const unmet = checks.filter(({ isMet }) => !isMet).length;
  failed = values.quick ? 0 : unmet;
  mkdirSync(dirname(values.json), { recursive: true });
  await Bun.write(
    values.json,
    `${JSON.stringify({ time: new Date().toISOString(), figures, checks }, null, 2)}\n`,
  );
  console.log(table(storeRows(figures)));
  console.log(
    `\n${table([['check', 'expected', 'actual', ''], ...checks.map((check) => [check.name, check.expected, check.actual, check.isMet ? 'ok' : 'NO'])])}`,
  );
  const note = values.quick ? ' (a quick run is too short to be judged)' : '';
  console.log(`\n${checks.length - unmet} checks passed, ${unmet} failed${note}; figures in ${values.json}`);
} finally {
  await store.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
