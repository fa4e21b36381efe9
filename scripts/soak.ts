import { parseArgs } from 'node:util';
import { runStep } from './process.ts';

/** The long forms of tests whose short forms run in `npm test`; each takes `--seed` and `--minutes`. */
const forms: Record<string, string> = {
  crash: 'tests/crash/main.ts',
  'store-crash': 'tests/crash/store/main.ts',
  'plugin-cycles': 'tests/soak/plugin-cycles.ts',
  'store-fuzz': 'tests/soak/store-fuzz.ts',
};

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, minutes: { type: 'string' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in forms));
if (unknown.length > 0) {
  console.error(`Unknown test ${unknown.join(', ')}. Expected any of: ${Object.keys(forms).join(', ')}.`);
  process.exit(2);
}
const chosen = positionals.length > 0 ? positionals : Object.keys(forms);
const seed = values.seed ?? String(Date.now() % 2 ** 31);
const minutes = values.minutes ?? '10';
let failed = 0;
for (const name of chosen) {
  console.log(`\n── ${name}, seed ${seed}, ${minutes} minutes`);
  if ((await runStep(['bun', forms[name] as string, '--seed', seed, '--minutes', minutes])) !== 0)
    failed += 1;
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
