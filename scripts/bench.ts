import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, runStep } from './process.ts';
import { installPackages } from './system-packages.ts';

/** Each part measures itself beside its baseline in one run and fails when a limit is missed; plugins bring their own. */
const parts: Record<string, string> = {
  product: 'scripts/bench/main.ts',
  store: 'scripts/bench/store/main.ts',
  realtime: 'scripts/bench/realtime/main.ts',
  plugins: 'scripts/bench/plugins/main.ts',
  crowd: 'scripts/bench/crowd/main.ts',
  browser: 'scripts/bench/browser/main.ts',
  flood: 'scripts/bench/flood/main.ts',
  'ip-black': 'scripts/bench/ip-black/main.ts',
  domains: 'scripts/bench/domains/main.ts',
  hosts: 'scripts/bench/hosts/main.ts',
  monitor: 'scripts/bench/monitor/main.ts',
  orders: 'scripts/bench/orders/main.ts',
  ...Object.fromEntries(
    readdirSync(join(projectRoot, 'plugins'))
      .map((id) => [id, `plugins/${id}/testing/bench.ts`] as const)
      .filter(([, file]) => existsSync(join(projectRoot, file))),
  ),
};

const words = process.argv.slice(2);
const named = words.filter((word) => word in parts);
const options = words.filter((word) => !(word in parts));
if (options.includes('--help')) {
  console.log(`Usage: npm run bench -- [${Object.keys(parts).join(' | ')}] [options of that part]`);
  process.exit(0);
}
// Options belong to one part; without a name they are the product's.
const chosen = named.length > 0 ? named : options.length > 0 ? ['product'] : Object.keys(parts);
const needsWrk = chosen.some((name) => ['product', 'flood', 'hosts', 'monitor'].includes(name));
if (needsWrk && !Bun.which('wrk') && !(installPackages(['wrk']) && Bun.which('wrk'))) {
  console.error('The benchmark loads with wrk: install the package "wrk" (Debian, Ubuntu).');
  process.exit(1);
}
const failed: string[] = [];
for (const name of chosen) {
  console.log(`\n── ${name}`);
  if ((await runStep(['bun', parts[name] as string, ...options])) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? '\nAll limits hold' : `\nA limit was missed in: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
