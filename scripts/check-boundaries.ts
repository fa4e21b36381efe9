import { projectRoot } from './process.ts';
import { scanImports } from './structure/scan.ts';

/** Fewer modules than this means that the scan itself is broken: a check that sees nothing must not be green. */
const FEWEST_MODULES = 100;

const { modules, violations } = await scanImports(projectRoot);
if (modules.length < FEWEST_MODULES) {
  console.error(
    `boundaries: only ${modules.length} modules were scanned; expected at least ${FEWEST_MODULES}`,
  );
  process.exit(1);
}
for (const { from, to, rule, cycle } of violations) {
  const way = cycle ? cycle.map(({ name }) => name).join(' → ') : to;
  console.error(`boundaries: ${rule.name}: ${from} → ${way}`);
}
if (violations.length > 0) process.exit(1);
console.log(`boundaries: ${modules.length} modules, no violation`);
