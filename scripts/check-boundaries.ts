import { join } from 'node:path';
import { projectRoot } from './process.ts';

/** Fewer modules than this means that the scan itself is broken: a check that sees nothing must not be green. */
const FEWEST_MODULES = 100;

interface Report {
  modules: { source: string }[];
  summary: {
    totalCruised: number;
    violations: { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }[];
  };
}

const child = Bun.spawn(
  [
    process.execPath,
    join(projectRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'runtime',
    'host',
    'plugins',
    'scripts',
    'tests',
  ],
  { cwd: projectRoot, stdout: 'pipe', stderr: 'inherit', stdin: 'ignore' },
);
const text = await new Response(child.stdout).text();
await child.exited;
if (text.trim() === '') {
  console.error('boundaries: the scan printed nothing; see the message above');
  process.exit(1);
}
const report: Report = JSON.parse(text);
const own = report.modules.filter(({ source }) => /^(runtime|host|plugins|scripts|tests)\//.test(source));
if (own.length < FEWEST_MODULES) {
  console.error(`boundaries: only ${own.length} modules were scanned; expected at least ${FEWEST_MODULES}`);
  process.exit(1);
}
for (const { from, to, rule, cycle } of report.summary.violations) {
  const way = cycle ? cycle.map(({ name }) => name).join(' → ') : to;
  console.error(`boundaries: ${rule.name}: ${from} → ${way}`);
}
if (report.summary.violations.length > 0) process.exit(1);
console.log(`boundaries: ${own.length} modules, no violation`);
